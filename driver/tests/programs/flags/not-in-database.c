// A file that the database does not have is refused.
// options: --compile-commands compile_commands.json
// check: default => REFUSED
// says: there is no entry for not-in-database.c
int main(void) { return 0; }
