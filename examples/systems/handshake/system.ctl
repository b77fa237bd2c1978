// belnap ctl 2
// A client that counts refusals in a row, and a server that never refuses twice.
// expect answered: TRUE
// expect once: TRUE
// expect served: TRUE
// expect noted: TRUE
// expect welcome: FALSE
property answered: A alternating(<!req, ok, no>, <req>, <ok, no>);
property once:     A G(!client.tried_twice);
property served:   A GF(<ok>);
property noted:    A always_or(<!no>, server.refused);
property welcome:  A G(<!no>);
