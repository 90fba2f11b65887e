"""QDash's published Python client against the local stack: all tests of this folder. The last line is the counts."""

import os
import unittest

from stack import PUBLIC, RETURNED, STACK, record


class EveryMethod(unittest.TestCase):
    """Runs last: what the other tests have called."""

    def test_the_list_of_the_client_has_its_public_methods(self):
        self.assertEqual(set(PUBLIC), {method["name"] for method in STACK["methods"]})

    def test_every_method_that_is_not_left_out_has_answered(self):
        wanted = {method["name"] for method in STACK["methods"] if not method["left_out"]}
        self.assertEqual(sorted(wanted - RETURNED), [])


if __name__ == "__main__":
    record()
    loader = unittest.defaultTestLoader
    tests = loader.discover(os.path.dirname(os.path.abspath(__file__)), pattern="*_test.py")
    tests.addTests(loader.loadTestsFromTestCase(EveryMethod))
    result = unittest.TextTestRunner(verbosity=2).run(tests)
    failed = len(result.failures) + len(result.errors)
    skipped = len(result.skipped)
    print(f"{result.testsRun - failed - skipped} passed, {failed} failed, {skipped} skipped")
    raise SystemExit(1 if failed else 0)
