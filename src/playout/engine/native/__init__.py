"""What compiled code needs: the compile decorator, records, bits, memory."""
