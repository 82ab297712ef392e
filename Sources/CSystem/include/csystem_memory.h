#pragma once

/// Makes all threads allocate from one heap. Call it before threads are created.
void csys_use_single_heap(void);
