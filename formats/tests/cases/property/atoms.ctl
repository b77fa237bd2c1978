property labels: at(L1) | at(main:L1) | at("weird label") | at("my proc":"12");
property lines: at(file.c:12) | at(src/a-b_c.d/x.c:7) | at("C:\\x.c":3);
property enters: enter(reach_error) | enter( f );
property kinds: halted | failed;
property names: p | $b | f::x | "not a name" | "true";
property words: E | A | U | R | W | at | enter | pc;
property contextual: E[U U U] & A[at R enter];
property conditions: {x>0} | { s.f[ 1 ]=='}' } | {a&&(b)} | {x == "}{\""} | {f({1})};
property counters: pc = P1 | pc != P1 | pc == 3 | !(pc = "odd one");
