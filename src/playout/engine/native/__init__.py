"""The compile decorator, the cache of compiled code, records, bits, memory."""
