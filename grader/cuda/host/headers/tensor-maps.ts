/** The driver's names for tensor maps, and how the runtime gives its function: <cuda.h>, <cudaTypedefs.h>. */
export const TENSOR_MAPS = `
typedef int CUresult;
typedef unsigned long long CUdeviceptr;
enum { CUDA_SUCCESS = 0, CUDA_ERROR_INVALID_VALUE = 1 };
int __encode_tensor_map(CUtensorMap *map, int type, unsigned rank, void *address, const cuuint64_t *sizes, const cuuint64_t *strides, const cuuint32_t *box, const cuuint32_t *elementStrides, int interleave, int swizzle, int fill);
CUresult cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *address, const cuuint64_t *sizes, const cuuint64_t *strides, const cuuint32_t *box, const cuuint32_t *elementStrides, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill) {
  return __encode_tensor_map(map, (int)type, rank, address, sizes, strides, box, elementStrides, (int)interleave, (int)swizzle, (int)fill);
}
typedef CUresult (*PFN_cuTensorMapEncodeTiled)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *, const cuuint64_t *, const cuuint32_t *, const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);
typedef PFN_cuTensorMapEncodeTiled PFN_cuTensorMapEncodeTiled_v12000;
enum cudaDriverEntryPointQueryResult { cudaDriverEntryPointSuccess, cudaDriverEntryPointSymbolNotFound, cudaDriverEntryPointVersionNotSufficent };
enum { cudaEnableDefault, cudaEnableLegacyStream, cudaEnablePerThreadDefaultStream };
int cudaGetDriverEntryPoint(const char *symbol, void *function, unsigned long long flags, cudaDriverEntryPointQueryResult *result = nullptr) {
  bool isKnown = strcmp(symbol, "cuTensorMapEncodeTiled") == 0;
  PFN_cuTensorMapEncodeTiled found = nullptr;
  if (isKnown) found = cuTensorMapEncodeTiled;
  *(PFN_cuTensorMapEncodeTiled *)function = found;
  if (result != nullptr) *result = isKnown ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
  return 0;
}
int cudaGetDriverEntryPointByVersion(const char *symbol, void *function, unsigned version, unsigned long long flags, cudaDriverEntryPointQueryResult *result = nullptr) { return cudaGetDriverEntryPoint(symbol, function, flags, result); }
CUresult cuInit(unsigned flags) { return 0; }
CUresult cuGetErrorString(CUresult error, const char **text) { *text = error == 0 ? "no error" : "invalid argument"; return 0; }
CUresult cuGetErrorName(CUresult error, const char **text) { *text = error == 0 ? "CUDA_SUCCESS" : "CUDA_ERROR_INVALID_VALUE"; return 0; }

enum cudaLaunchAttributeID { cudaLaunchAttributeIgnore, cudaLaunchAttributeAccessPolicyWindow, cudaLaunchAttributeCooperative, cudaLaunchAttributeSynchronizationPolicy, cudaLaunchAttributeClusterDimension, cudaLaunchAttributeClusterSchedulingPolicyPreference, cudaLaunchAttributeProgrammaticStreamSerialization, cudaLaunchAttributeProgrammaticEvent, cudaLaunchAttributePriority };
enum cudaClusterSchedulingPolicy { cudaClusterSchedulingPolicyDefault, cudaClusterSchedulingPolicySpread, cudaClusterSchedulingPolicyLoadBalancing };
struct __cluster_extents { unsigned x, y, z; };
struct cudaLaunchAttributeValue {
  int cooperative;
  __cluster_extents clusterDim;
  int clusterSchedulingPolicyPreference;
  int programmaticStreamSerializationAllowed;
  int priority;
};
struct cudaLaunchAttribute { cudaLaunchAttributeID id; cudaLaunchAttributeValue val; };
struct cudaLaunchConfig_t { dim3 gridDim; dim3 blockDim; size_t dynamicSmemBytes; cudaStream_t stream; cudaLaunchAttribute *attrs; unsigned numAttrs; };
void __next_cluster(unsigned x, unsigned y, unsigned z);
void __take_attributes(const cudaLaunchConfig_t *config) {
  for (unsigned i = 0; i < config->numAttrs; i++) {
    const cudaLaunchAttribute &attribute = config->attrs[i];
    if (attribute.id == cudaLaunchAttributeClusterDimension) __next_cluster(attribute.val.clusterDim.x, attribute.val.clusterDim.y, attribute.val.clusterDim.z);
  }
}
template <typename K, typename... A> int cudaLaunchKernelEx(const cudaLaunchConfig_t *config, K kernel, A... given) {
  __take_attributes(config);
  kernel<<<config->gridDim, config->blockDim, config->dynamicSmemBytes>>>(given...);
  return cudaPeekAtLastError();
}
template <typename K> int cudaOccupancyMaxActiveClusters(int *clusters, K kernel, const cudaLaunchConfig_t *config) { *clusters = 16; return 0; }
template <typename K> int cudaOccupancyMaxPotentialClusterSize(int *size, K kernel, const cudaLaunchConfig_t *config) { *size = 8; return 0; }
`;
