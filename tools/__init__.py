"""What maintainers run now and then: licence list, bill of materials, mutants of the rules."""
