import type { StandIn } from "./stand-in.ts";

/** The inputs that `wb.h` makes up, for the note that a reader gets. */
const SAYS = "its inputs are made up, and `wbSolution` compares nothing";

/**
 * `<wb.h>` of the course on heterogeneous parallel programming. There are no files here: the first vector has 1,003 elements, which begin
 * with 10, 10, 10 (a box of three dimensions reads them as its size), another length is that of a mask of 27 or of the columns of the matrix
 * before; matrices fit each other for a product, and a matrix beside an image is a mask of 5 × 5.
 */
export const WB: StandIn = {
  headers: ["wb.h", "libwb.h"],
  says: SAYS,
  definitions: [
    `template <typename... T> void __noteMade(const char *format, T... values) { char text[200]; sprintf(text, format, values...); __note(text); }`,
    `typedef bool wbBool;
typedef float wbReal_t;
#define wbTrue true
#define wbFalse false
#define wbImage_channels 3
struct wbArg_t { int inputCount; const char *type; };
struct __wbImage { int width, height, channels, pitch; float *data; };
typedef __wbImage *wbImage_t;
int *__wbLength = nullptr;
int __wbVectors = 0, __wbColumns = 0, __wbImages = 0;
wbArg_t wbArg_read(int argc, char **argv) { wbArg_t args; args.inputCount = 8; args.type = "vector"; return args; }
wbArg_t wbArg_new(int *argc, char ***argv) { return wbArg_read(*argc, *argv); }
void wbArg_delete(wbArg_t args) {}
char *__wbFile(const char *kind, int number) { char *name = (char *)malloc(32); sprintf(name, "%s%d", kind, number); return name; }
int __wbNumber(const char *file) { while (*file && (*file < '0' || *file > '9')) file++; return *file ? *file - '0' : 0; }
#define wbArg_getInputCount(args) ((args).inputCount)
#define wbArg_getInputFile(args, number) __wbFile("input", number)
#define wbArg_getOutputFile(args) __wbFile("output", 0)
#define wbArg_getExpectedOutputFile(args) __wbFile("expected", 0)
#define wbArg_getType(args) ((args).type)`,
    `void *__wbMade(size_t count, int number, const char *type) {
  bool isText = strcmp(type, "Text") == 0 || strcmp(type, "text") == 0, isInteger = strcmp(type, "Integer") == 0 || strcmp(type, "integer") == 0;
  if (isText) {
    char *text = (char *)malloc(count + 1);
    for (size_t i = 0; i < count; i++) text[i] = "a course on memory access "[(i * 7 + i / 26) % 26];
    text[count] = 0;
    return text;
  }
  if (isInteger) {
    int *values = (int *)malloc(count * sizeof(int));
    for (size_t i = 0; i < count; i++) values[i] = (i * 37 + i / 11 + number) % 100;
    return values;
  }
  float *values = (float *)malloc(count * sizeof(float));
  for (size_t i = 0; i < count; i++) values[i] = (i * 7 + i / 10 + 3 * number) % 10;
  return values;
}
void *wbImport(const char *file, int *rows, const char *type) {
  bool isFirst = __wbLength == nullptr || __wbLength == rows;
  int count = __wbColumns > 0 ? __wbColumns : isFirst ? 1003 : 27, number = __wbNumber(file);
  __wbLength = __wbLength == nullptr ? rows : __wbLength;
  *rows = count;
  void *made = __wbMade(count, number, type);
  bool isFloat = strcmp(type, "Real") == 0;
  if (isFloat && isFirst && __wbColumns == 0) ((float *)made)[0] = ((float *)made)[1] = ((float *)made)[2] = 10;
  __noteMade("wb.h: %s is made up, %d %s.", file, count, isFloat ? "floats" : strcmp(type, "Text") == 0 || strcmp(type, "text") == 0 ? "characters" : "ints");
  return made;
}
void *wbImport(const char *file, int *rows) { return wbImport(file, rows, "Real"); }
void *wbImport(const char *file, int *rows, int *columns, const char *type) {
  int number = __wbNumber(file), sides[5];
  sides[0] = 150; sides[1] = 100; sides[2] = 130; sides[3] = 90; sides[4] = 70;
  *rows = __wbImages > 0 ? 5 : sides[number % 4];
  *columns = __wbColumns = __wbImages > 0 ? 5 : sides[number % 4 + 1];
  __noteMade("wb.h: %s is made up, %d x %d %s.", file, *rows, *columns, strcmp(type, "Real") == 0 ? "floats" : "ints");
  return __wbMade((size_t)*rows * *columns, number, type);
}
void *wbImport(const char *file, int *rows, int *columns) { return wbImport(file, rows, columns, "Real"); }
wbImage_t wbImage_new(int width, int height, int channels) {
  wbImage_t image = (wbImage_t)malloc(sizeof(__wbImage));
  image->width = width; image->height = height; image->channels = channels; image->pitch = width * channels;
  image->data = (float *)calloc((size_t)width * height * channels, sizeof(float));
  return image;
}
wbImage_t wbImage_new(int width, int height) { return wbImage_new(width, height, 3); }
wbImage_t wbImage_new(int width, int height, int channels, float *data) { wbImage_t image = wbImage_new(width, height, channels); image->data = data; return image; }
void wbImage_delete(wbImage_t image) { free(image->data); free(image); }
wbImage_t wbImport(const char *file) {
  wbImage_t image = wbImage_new(200, 150, 3);
  __wbImages++;
  for (int i = 0; i < 200 * 150 * 3; i++) image->data[i] = (i * 37 + i / 29) % 256 / 255.0f;
  __noteMade("wb.h: %s is made up, an image of 200 x 150 pixels with 3 channels.", file);
  return image;
}
template <typename T> void wbExport(const char *file, T data, int rows = 0, int columns = 0) {}
#define wbImage_getWidth(image) ((image)->width)
#define wbImage_getHeight(image) ((image)->height)
#define wbImage_getChannels(image) ((image)->channels)
#define wbImage_getPitch(image) ((image)->pitch)
#define wbImage_getData(image) ((image)->data)
#define wbImage_setData(image, value) ((image)->data = (value))`,
    `bool __wbNotCompared() { printf("wbSolution: there is no expected output here; nothing is compared.\\n"); return true; }
bool wbSolution(wbArg_t args, void *data, int rows) { return __wbNotCompared(); }
bool wbSolution(wbArg_t args, void *data, int rows, int columns) { return __wbNotCompared(); }
bool wbSolution(wbArg_t args, wbImage_t image) { return __wbNotCompared(); }`,
    `void __wbPrint() { std::cout << std::endl; }
template <typename T, typename... Rest> void __wbPrint(T first, Rest... rest) { std::cout << first; __wbPrint(rest...); }
#define wbLog(level, ...) __wbPrint("[" #level "] ", __VA_ARGS__)
#define wbTime_start(...) __note_time()
#define wbTime_stop(...) __note_time()
#define wbMalloc(bytes) malloc(bytes)
#define wbFree(block) free(block)
#define wbExit() exit(0)`,
    `#define wbCheck(call) \\
  do { \\
    cudaError_t __error = (call); \\
    if (__error != cudaSuccess) { wbLog(ERROR, "failed: ", #call, ": ", cudaGetErrorString(__error)); return -1; } \\
  } while (0)`,
  ],
};
