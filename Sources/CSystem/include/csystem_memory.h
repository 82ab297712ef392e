#pragma once

/// Limits the number of heaps from which threads allocate. Call it before threads are created.
void csys_limit_heaps(int count);
