let released = AF ack;
ltl response: G (req -> released);
