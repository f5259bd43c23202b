// The loads of loads-through-l1.cu, compiled with `-Xptxas -dlcm=cg`: none of them may keep anything in L1.
#define SUFFIX "_cg"
#include "loads-through-l1.cu"
