#pragma once

/// Lets all threads allocate from one heap; to be called before there are any.
void csys_share_heap(void);
