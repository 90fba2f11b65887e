"""QDash's published Python client against the local stack: all tests of this folder. The last line is the counts."""

import os
import unittest

if __name__ == "__main__":
    tests = unittest.defaultTestLoader.discover(os.path.dirname(os.path.abspath(__file__)), pattern="*_test.py")
    result = unittest.TextTestRunner(verbosity=2).run(tests)
    failed = len(result.failures) + len(result.errors)
    skipped = len(result.skipped)
    print(f"{result.testsRun - failed - skipped} passed, {failed} failed, {skipped} skipped")
    raise SystemExit(1 if failed else 0)
