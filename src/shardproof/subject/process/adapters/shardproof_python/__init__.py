"""The parts of ../python.py."""
