//! Why is this C construct unknown? All words of the ledger, and what each means.
//!
//! A construct that graphs do not model exactly is `unknown` where its effect is lost (verdicts
//! stay sound, some become inconclusive), a choice of the environment where the user wants it so,
//! or assumed to do something where nothing else is practical (then the ledger says which verdicts
//! rest on that).

use belnap_ir::cfg::Weakens;

/// A kind of entry of the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Construct {
    /// The word in files and reports.
    pub word: &'static str,
    /// What it is, and how it is treated.
    pub meaning: &'static str,
    /// What rests on it where something is assumed.
    pub assumed: Weakens,
}

macro_rules! constructs {
    ($($name:ident = $word:literal, $assumed:ident: $meaning:literal;)*) => {
        $(#[doc = $meaning] pub const $name: &str = $word;)*

        /// All words, in order of the alphabet.
        pub const ALL: &[Construct] = &[
            $(Construct { word: $word, meaning: $meaning, assumed: Weakens::$assumed },)*
        ];
    };
}

constructs! {
    ACTION_FUNCTION = "action-function", Both:
        "A call that others take part in is assumed to change nothing but its result, \
         and to wait for ever where no outcome is for its arguments. What it returns is unknown \
         where the system does not say.";
    AGGREGATE_ARGUMENT = "aggregate-argument", Both:
        "Arrays in a struct that is passed by value to a function that stays a function have \
         unknown contents there.";
    BUILTIN_FUNCTION = "builtin-function", Both:
        "A compiler's built-in function that has no model; its value and what its arguments point \
         to are unknown.";
    COMPLEX_NUMBER = "complex-number", Both:
        "Arithmetic on complex numbers is unknown; copies are exact.";
    COMPUTED_GOTO = "computed-goto", Both:
        "A `goto` to a computed address ends the program if it is none of the labels whose \
         address the function takes. How far labels are apart is unknown.";
    CONCURRENCY = "concurrency", Both:
        "Programs that start threads or processes are refused: nothing is known about what runs \
         in parallel.";
    CONSTANT_WRITE = "constant-write", Both:
        "A write that may hit a string literal or a `const` object is assumed not to: machines \
         end the program there, or do something else.";
    DIVISION = "division", Both:
        "Division by zero, and of the smallest number by -1, is assumed to end the program.";
    EVALUATION_ORDER = "evaluation-order", Both:
        "Parts of an expression of which one writes what another reads: which value is read is \
         unknown. If both have effects, operands are evaluated from left to right, arguments from \
         right to left, and C allows other orders.";
    EXIT_HANDLER = "exit-handler", Both:
        "Programs that have functions called when they end are refused: nothing runs after `main`.";
    EXTERNAL_FUNCTION = "external-function", Both:
        "A function without a body and without a model. Its result and what its arguments point \
         to are unknown; it is assumed to return, to change nothing else, and not to call back.";
    EXTERNAL_VARIABLE = "external-variable", Both:
        "A variable that is declared and not defined; its first value is unknown, and of a weak \
         symbol also whether it is there. A program has its name as an argument, and not more \
         arguments than there is room for.";
    FLOATING_POINT = "floating-point", Both:
        "Results of floating-point arithmetic, comparisons and conversions are unknown; constants, \
         copies, signs and comparisons of constants are exact.";
    FUNCTION_POINTER = "function-pointer", Both:
        "A call through a pointer to something else than a function, or to one with another number \
         of parameters, is assumed to end the program. One to functions that are not known is a \
         call of a function without a body.";
    HARNESS = "harness", Proofs:
        "A function that is called with arbitrary arguments is assumed to be called with pointers \
         and variables as the harness has them.";
    INLINE_ASSEMBLY = "inline-assembly", Both:
        "Outputs of inline assembly are unknown, and so is what its inputs point to if it clobbers \
         memory; it is assumed to change nothing else. Assembly at file scope is assumed to \
         do nothing to what the program defines.";
    LIBRARY_FUNCTION = "library-function", Both:
        "A library function whose model leaves something unknown.";
    MEMORY_ACCESS = "memory-access", Both:
        "Every access through a pointer or an index is assumed to stay in its object, which is \
         still alive: one outside, through a null pointer or through one that was never written, \
         has no meaning.";
    MEMORY_ALLOCATION = "memory-allocation", Proofs:
        "Allocation is assumed never to fail, and never to give an address twice; what is freed \
         is assumed to be allocated, and freed once.";
    MISMATCHED_CALL = "mismatched-call", Both:
        "A call that does not fit the definition of the function: missing arguments and results \
         are unknown, and it is assumed to be a call all the same.";
    MISSING_ARGUMENT = "missing-argument", Both:
        "A call through a pointer with fewer arguments than the function has parameters.";
    MISSING_RESULT = "missing-result", Both:
        "A function that ends without a result that its caller uses is assumed to return some \
         value.";
    NONRETURNING_FUNCTION = "nonreturning-function", Both:
        "A function without a body that is declared not to return is assumed to end the program. \
         One with a body that returns all the same is assumed to return like any other.";
    OBJECT_ADDRESS = "object-address", Refutations:
        "Objects may lie anywhere in user space, in any order: a comparison of addresses of \
         different objects, or of an address with a number, may have either result. What fails \
         only in certain layouts must be seen in a run.";
    OBJECT_IDENTITY = "object-identity", Both:
        "Objects that live one after the other, and different string literals, are assumed to \
         have different addresses, and equal literals the same: a comparison of such addresses \
         rests on that.";
    OTHER = "other", Both:
        "Anything else.";
    OVERLAPPING_COPY = "overlapping-copy", Both:
        "A copy between places that may overlap, by a function that leaves that undefined, is \
         assumed to be one between places that do not.";
    PADDING = "padding", Both:
        "What is between the members of an object, or in the rest of a union, and was never \
         written as a whole is unknown. Writing a member leaves it as it is; copies take it along.";
    PUNNED_MEMORY = "punned-memory", Both:
        "Memory that is read or written as another type than it has, where bytes do not say what \
         it means.";
    RECURSION_FRAME = "recursion-frame", Both:
        "Locals of a recursive function whose address is taken: each activation has its own.";
    SETJMP = "setjmp", Both:
        "Programs that call `setjmp` or `longjmp` are refused.";
    TRUTH_VALUE = "truth-value", Both:
        "An object of type `_Bool` is assumed to hold 0 or 1 where it is read, although something \
         else may have been written to its byte.";
    UNDEFINED_SHIFT = "undefined-shift", Both:
        "The result of a shift by a negative number or by the width of its operand or more is \
         unknown.";
    UNKNOWN_POINTER = "unknown-pointer", Both:
        "An access through a pointer of unknown origin, through a number that may be an address, \
         or to no object.";
    UNREACHABLE_CODE = "unreachable-code", Both:
        "`__builtin_unreachable()` is assumed never to be reached.";
    VARIABLE_LENGTH_ARRAY = "variable-length-array", Both:
        "An element of an array whose elements have variable length is at an unknown address. The \
         length of an array is assumed to be positive, and small enough for memory.";
    VARIADIC_ACCESS = "variadic-access", Both:
        "`va_arg` is assumed to be given a list that has begun, and to ask for arguments that were \
         passed, by their types; where it plainly asks for others, what it gives is unknown.";
    VOLATILE = "volatile", Both:
        "What is read from a volatile object is the environment's choice, or it is assumed to be \
         changed by the program only. What is written to a fixed address is assumed to change \
         nothing in the program.";
}

/// The kind with this word; [`OTHER`] if there is none.
pub fn construct(word: &str) -> &'static Construct {
    let known = |wanted: &str| ALL.iter().find(|construct| construct.word == wanted);
    known(word).or_else(|| known(OTHER)).unwrap_or(&ALL[0])
}

#[cfg(test)]
mod tests {
    use super::{ALL, OTHER, construct};

    #[test]
    fn words_are_sorted_and_distinct() {
        assert!(ALL.windows(2).all(|pair| pair[0].word < pair[1].word));
    }

    #[test]
    fn unknown_words_are_other() {
        assert_eq!(construct("no-such-word").word, OTHER);
        assert_eq!(construct("volatile").word, "volatile");
    }
}
