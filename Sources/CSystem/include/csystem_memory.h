#pragma once

/// Makes all threads allocate from one heap. Call it before threads are created.
void csys_share_heap(void);
