// belnap ctl 2
// A level crossing: a train announces itself, the gate closes, the train passes.
// expect safe: TRUE
// expect opens: TRUE
// expect eager: FALSE
// expect hopeful: TRUE
property safe:    AG (train.crossing -> !gate.open);
property opens:   AG (train.away -> EF gate.open);
property eager:   A G(!gate.open);
property hopeful: A always_or(!train.crossing, E F(<raise>));
