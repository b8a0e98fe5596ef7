"""The command line: it translates between users and the library, and decides nothing."""
