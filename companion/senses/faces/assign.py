"""The cheapest one-to-one matching (Hungarian method, shortest augmenting paths): too small to need a library."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def assign(cost: npt.NDArray[np.float64], limit: float) -> list[tuple[int, int]]:
    """Pairs (row, column) of least total cost over a cost matrix (rows, columns); pairs above ``limit`` are left out.

    A dear pair counts as ``limit``, so that one hopeless row cannot push the others to worse partners.
    """
    rows, cols = cost.shape
    if rows == 0 or cols == 0:
        return []
    capped = np.minimum(np.where(np.isfinite(cost), cost, limit), limit)
    pairs = [(r, c) for c, r in _solve(capped.T)] if rows > cols else _solve(capped)
    return sorted((r, c) for r, c in pairs if cost[r, c] < limit)


def _solve(a: npt.NDArray[np.float64]) -> list[tuple[int, int]]:
    """Rows <= columns. Potentials u, v; ``owner[j]`` is the row of column j (1-based, 0 free)."""
    n, m = a.shape
    u, v = np.zeros(n + 1), np.zeros(m + 1)
    owner, way = np.zeros(m + 1, int), np.zeros(m + 1, int)
    for row in range(1, n + 1):
        owner[0], j0 = row, 0
        least, used = np.full(m + 1, np.inf), np.zeros(m + 1, bool)
        while owner[j0] != 0:
            used[j0] = True
            i0 = owner[j0]
            slack = a[i0 - 1] - u[i0] - v[1:]
            better = ~used[1:] & (slack < least[1:])
            least[1:][better], way[1:][better] = slack[better], j0
            j1 = 1 + int(np.argmin(np.where(used[1:], np.inf, least[1:])))
            delta = least[j1]
            u[owner[used]] += delta
            v[used] -= delta
            least[~used] -= delta
            j0 = j1
        while j0:
            owner[j0], j0 = owner[way[j0]], way[j0]
    return [(int(owner[j]) - 1, j - 1) for j in range(1, m + 1) if owner[j]]
