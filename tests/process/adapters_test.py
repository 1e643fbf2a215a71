"""Converses with the adapters as the harness does, through pipes.

    adapters_test.py        the top folder is in $SHARDPROOF_SOURCE_DIR

What has no interpreter on this machine is skipped, with a line that says so.
"""

import unittest

from example_subjects import *  # noqa: F403  (unittest runs what is here)
from node_adapter import *  # noqa: F403
from python_adapter import *  # noqa: F403
from r_adapter import *  # noqa: F403

if __name__ == "__main__":
    unittest.main()
