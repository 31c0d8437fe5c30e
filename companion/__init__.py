"""companion: an offline, private referee for tabletop play."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's small sums: a second thread would only wait, at full speed
