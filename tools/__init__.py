"""What maintainers run now and then: samples, costs, licences, bill of materials, mutants."""
