// driver <mode> <case.so>…: runs cases one after the other, one JSON line each. A mode that is neither "once", "time" nor "anew" is a folder.

#include <dlfcn.h>

#include <cstdio>

int main(int count, char** words) {
  for (int i = 2; i < count; i++) {
    void* library = dlopen(words[i], RTLD_NOW | RTLD_LOCAL);
    if (!library) {
      fprintf(stderr, "%s\n", dlerror());
      return 1;
    }
    reinterpret_cast<void (*)(const char*)>(dlsym(library, "runCase"))(words[1]);
    fflush(stdout);
  }
}
