/** Containers and owners. What a vector does that takes time, the lab itself does. */
const CONTAINER_TYPES = `
template <typename T> struct vector {
  typedef T value_type; typedef T *iterator; typedef const T *const_iterator; typedef size_t size_type;
  T *__data; size_t __count; size_t __capacity;
  vector() : __data(nullptr), __count(0), __capacity(0) {}
  vector(size_t n) { __fill(n); __construct(0); }
  vector(size_t n, const T &value) { __fill(n); __set(0, value); }
  template <typename U> vector(U *first, U *last) { __fill(last - first); __put(0, first, __count); }
  vector(const vector &o) { __copy(o); }
  size_t size() const;
  size_t capacity() const;
  bool empty() const;
  T *data() const;
  T *begin() const;
  T *end() const;
  T *cbegin() const { return __data; }
  T *cend() const { return __data + __count; }
  T &operator[](size_t i) const;
  T &at(size_t i) const;
  T &front() const;
  T &back() const;
  void push_back(const T &value);
  template <typename... A> void emplace_back(A... given) { push_back(T(given...)); }
  void emplace_back(const T &value) { push_back(value); }
  void pop_back();
  void clear();
  void shrink_to_fit() {}
  void reserve(size_t n);
  void resize(size_t n) { size_t before = __count; if (__resize(n)) __construct(before); }
  void resize(size_t n, const T &value) { size_t before = __count; if (__resize(n)) __set(before, value); }
  void assign(size_t n, const T &value) { __fill(n); __set(0, value); }
  template <typename U> void assign(U *first, U *last) { __fill(last - first); __put(0, first, __count); }
  T *insert(T *place, const T &value) { T kept = value; size_t at = __open(place, 1); __data[at] = kept; return __data + at; }
  T *insert(T *place, size_t n, const T &value) { T kept = value; size_t at = __open(place, n); for (size_t i = 0; i < n; i++) __data[at + i] = kept; return __data + at; }
  template <typename U> T *insert(T *place, U *first, U *last) { size_t n = last - first; size_t at = __open(place, n); __put(at, first, n); return __data + at; }
  T *erase(T *place) { return erase(place, place + 1); }
  T *erase(T *first, T *last);
  void swap(vector &o) { std::swap(__data, o.__data); std::swap(__count, o.__count); std::swap(__capacity, o.__capacity); }
  void __fill(size_t n);
  void __construct(size_t from);
  template <typename U> void __put(size_t at, U *from, size_t n) { if constexpr (is_same<T, U>::value) __place(at, from, n); else for (size_t i = 0; i < n; i++) __data[at + i] = from[i]; }
  void __place(size_t at, const T *from, size_t n);
  void __set(size_t from, const T &value);
  void __copy(const vector &o);
  bool __resize(size_t n);
  size_t __open(T *place, size_t n);
};
template <typename T, size_t N> struct array {
  typedef T value_type; typedef T *iterator; typedef const T *const_iterator;
  T __elements[N];
  T &operator[](size_t i) { return __elements[i]; }
  T &at(size_t i) { return __elements[i]; }
  T &front() { return __elements[0]; }
  T &back() { return __elements[N - 1]; }
  T *data() { return __elements; }
  T *begin() { return __elements; }
  T *end() { return __elements + N; }
  size_t size() const { return N; }
  bool empty() const { return N == 0; }
  void fill(const T &value) { for (size_t i = 0; i < N; i++) __elements[i] = value; }
};
template <typename A, typename B> pair<A, B> make_pair(A first, B second) { pair<A, B> made; made.first = first; made.second = second; return made; }
template <typename A, typename B> bool operator<(const pair<A, B> &a, const pair<A, B> &b) {
  return a.first < b.first || (!(b.first < a.first) && a.second < b.second);
}
template <typename A, typename B> bool operator==(const pair<A, B> &a, const pair<A, B> &b) { return a.first == b.first && a.second == b.second; }
template <typename K, typename V> class map {
  vector<pair<K, V>> __items;
  size_t __place(const K &key) const {
    size_t low = 0, high = __items.size();
    while (low < high) { size_t middle = (low + high) / 2; if (__items[middle].first < key) low = middle + 1; else high = middle; }
    return low;
  }
  bool __holds(size_t at, const K &key) const { return at < __items.size() && !(key < __items[at].first); }
  void __open(size_t at, const K &key) {
    pair<K, V> added; added.first = key; added.second = V();
    __items.push_back(added);
    for (size_t i = __items.size() - 1; i > at; i--) swap(__items[i], __items[i - 1]);
  }
public:
  typedef K key_type; typedef V mapped_type; typedef pair<K, V> value_type; typedef pair<K, V> *iterator; typedef const pair<K, V> *const_iterator;
  V &operator[](const K &key) { size_t at = __place(key); if (!__holds(at, key)) __open(at, key); return __items[at].second; }
  V &at(const K &key) { size_t at = __place(key); if (!__holds(at, key)) throw out_of_range("map::at"); return __items[at].second; }
  pair<K, V> *find(const K &key) { size_t at = __place(key); return __items.data() + (__holds(at, key) ? at : __items.size()); }
  size_t count(const K &key) const { return __holds(__place(key), key); }
  bool contains(const K &key) const { return __holds(__place(key), key); }
  void insert(const pair<K, V> &item) { if (!count(item.first)) (*this)[item.first] = item.second; }
  void emplace(const K &key, const V &value) { if (!count(key)) (*this)[key] = value; }
  size_t erase(const K &key) {
    size_t at = __place(key);
    if (!__holds(at, key)) return 0;
    for (; at + 1 < __items.size(); at++) swap(__items[at], __items[at + 1]);
    __items.pop_back();
    return 1;
  }
  pair<K, V> *begin() { return __items.data(); }
  pair<K, V> *end() { return __items.data() + __items.size(); }
  size_t size() const { return __items.size(); }
  bool empty() const { return __items.size() == 0; }
  void clear() { __items.clear(); }
};
template <typename K, typename V> class unordered_map : public map<K, V> {};
template <typename T> class set {
  vector<T> __items;
  size_t __place(const T &key) const {
    size_t low = 0, high = __items.size();
    while (low < high) { size_t middle = (low + high) / 2; if (__items[middle] < key) low = middle + 1; else high = middle; }
    return low;
  }
public:
  typedef T key_type; typedef T value_type; typedef const T *iterator; typedef const T *const_iterator;
  set() {}
  template <typename I> set(I first, I last) { insert(first, last); }
  pair<const T *, bool> insert(const T &key) {
    size_t at = __place(key);
    bool isNew = at == __items.size() || key < __items[at];
    if (isNew) {
      __items.push_back(key);
      for (size_t i = __items.size() - 1; i > at; i--) swap(__items[i], __items[i - 1]);
    }
    pair<const T *, bool> result; result.first = __items.data() + at; result.second = isNew;
    return result;
  }
  template <typename I> void insert(I first, I last) { for (; first != last; ++first) insert(*first); }
  pair<const T *, bool> emplace(const T &key) { return insert(key); }
  const T *find(const T &key) { size_t at = __place(key); return __items.data() + (at < __items.size() && !(key < __items[at]) ? at : __items.size()); }
  size_t count(const T &key) const { size_t at = __place(key); return at < __items.size() && !(key < __items[at]); }
  bool contains(const T &key) const { return count(key) > 0; }
  size_t erase(const T &key) {
    size_t at = __place(key);
    if (at == __items.size() || key < __items[at]) return 0;
    for (; at + 1 < __items.size(); at++) swap(__items[at], __items[at + 1]);
    __items.pop_back();
    return 1;
  }
  const T *begin() { return __items.data(); }
  const T *end() { return __items.data() + __items.size(); }
  size_t size() const { return __items.size(); }
  bool empty() const { return __items.size() == 0; }
  void clear() { __items.clear(); }
};
template <typename T> class unordered_set : public set<T> {};
template <typename T, typename C = vector<T>> class stack {
  vector<T> __items;
public:
  void push(const T &item) { __items.push_back(item); }
  void emplace(const T &item) { __items.push_back(item); }
  void pop() { __items.pop_back(); }
  T &top() { return __items.back(); }
  size_t size() const { return __items.size(); }
  bool empty() const { return __items.size() == 0; }
};
template <typename T> class deque {
  vector<T> __items; size_t __first;
  void __trim() {
    size_t left = __items.size() - __first;
    for (size_t i = 0; i < left; i++) __items[i] = __items[__first + i];
    __items.resize(left); __first = 0;
  }
public:
  typedef T value_type; typedef T *iterator; typedef const T *const_iterator;
  deque() : __first(0) {}
  void push_back(const T &item) { __items.push_back(item); }
  void push_front(const T &item) {
    if (__first == 0) {
      size_t room = __items.size() + 8, before = __items.size();
      __items.resize(before + room);
      for (size_t i = before; i > 0; i--) __items[room + i - 1] = __items[i - 1];
      __first = room;
    }
    __items[--__first] = item;
  }
  void pop_back() { __items.pop_back(); }
  void pop_front() { if (++__first * 2 > __items.size() + 16) __trim(); }
  T &front() { return __items[__first]; }
  T &back() { return __items.back(); }
  T &operator[](size_t i) { return __items[__first + i]; }
  T *begin() { return __items.data() + __first; }
  T *end() { return __items.data() + __items.size(); }
  size_t size() const { return __items.size() - __first; }
  bool empty() const { return __items.size() == __first; }
  void clear() { __items.clear(); __first = 0; }
};
template <typename T, typename C = deque<T>> class queue {
  deque<T> __items;
public:
  void push(const T &item) { __items.push_back(item); }
  void emplace(const T &item) { __items.push_back(item); }
  void pop() { if (__items.empty()) throw out_of_range("queue::pop"); __items.pop_front(); }
  T &front() { return __items.front(); }
  T &back() { return __items.back(); }
  size_t size() const { return __items.size(); }
  bool empty() const { return __items.empty(); }
};
template <typename T, typename C = vector<T>, typename F = less<T>> class priority_queue {
  vector<T> __items; F __before;
public:
  void push(const T &item) {
    __items.push_back(item);
    for (size_t i = __items.size() - 1; i > 0 && __before(__items[(i - 1) / 2], __items[i]); i = (i - 1) / 2) swap(__items[(i - 1) / 2], __items[i]);
  }
  void emplace(const T &item) { push(item); }
  void pop() {
    T last = __items.back(); __items.pop_back();
    if (__items.size() > 0) { __items[0] = last; __sift(__items.data(), 0, (long long)__items.size(), __before); }
  }
  const T &top() { return __items.front(); }
  size_t size() const { return __items.size(); }
  bool empty() const { return __items.size() == 0; }
};
template <typename... T> struct tuple;
template <> struct tuple<> {};
template <typename A, typename... R> struct tuple<A, R...> { A __head; tuple<R...> __tail; };
template <typename... T> tuple<T...> make_tuple(T... values) { return __tuple_of<T...>(values...); }
template <typename... T> tuple<T...> __tuple_of(const T &...values) { tuple<T...> made; __set_tuple(made, values...); return made; }
void __set_tuple(tuple<> &made) {}
template <typename A, typename... R> void __set_tuple(tuple<A, R...> &made, const A &first, const R &...rest) { made.__head = first; __set_tuple(made.__tail, rest...); }
template <size_t I, typename... T> auto &get(tuple<T...> &t) { if constexpr (I == 0) return t.__head; else return get<I - 1>(t.__tail); }
template <size_t I, typename A, typename B> auto &get(pair<A, B> &p) { if constexpr (I == 0) return p.first; else return p.second; }
template <typename... T> struct __tied;
template <> struct __tied<> { void __take(const tuple<> &) {} };
template <typename A, typename... R> struct __tied<A, R...> {
  A *__place; __tied<R...> __tail;
  template <typename... U> void __take(const tuple<U...> &t) { *__place = t.__head; __tail.__take(t.__tail); }
  template <typename... U> void operator=(const tuple<U...> &t) { __take(t); }
  template <typename B, typename C> void operator=(const pair<B, C> &p) { *__place = p.first; *__tail.__place = p.second; }
};
template <typename... T> __tied<T...> tie(T &...places) { __tied<T...> made; __set_tied(made, places...); return made; }
void __set_tied(__tied<> &made) {}
template <typename A, typename... R> void __set_tied(__tied<A, R...> &made, A &first, R &...rest) { made.__place = &first; __set_tied(made.__tail, rest...); }
template <typename T> struct default_delete { void operator()(T *p) const { delete p; } };
template <typename T, typename D = default_delete<T>> class unique_ptr {
  T *__pointer; D __deleter;
public:
  unique_ptr() : __pointer(nullptr) {}
  unique_ptr(T *p) : __pointer(p) {}
  unique_ptr(T *p, const D &d) : __pointer(p), __deleter(d) {}
  unique_ptr(unique_ptr &&o) : __pointer(o.release()), __deleter(o.get_deleter()) {}
  ~unique_ptr() { reset(); }
  unique_ptr &operator=(unique_ptr &&o) { reset(o.release()); return *this; }
  T *get() const { return __pointer; }
  D &get_deleter() { return __deleter; }
  T *release() { T *p = __pointer; __pointer = nullptr; return p; }
  void reset(T *p = nullptr) { T *before = __pointer; __pointer = p; if (before) __deleter(before); }
  T &operator*() const { return *__pointer; }
  T *operator->() const { return __pointer; }
  T &operator[](size_t i) const { return __pointer[i]; }
  operator bool() const { return __pointer != nullptr; }
  bool operator==(const void *p) const { return __pointer == p; }
  bool operator!=(const void *p) const { return __pointer != p; }
};
template <typename T, typename D> class unique_ptr<T[], D> {
  T *__pointer;
public:
  unique_ptr() : __pointer(nullptr) {}
  unique_ptr(T *p) : __pointer(p) {}
  unique_ptr(unique_ptr &&o) : __pointer(o.release()) {}
  ~unique_ptr() { reset(); }
  unique_ptr &operator=(unique_ptr &&o) { reset(o.release()); return *this; }
  T *get() const { return __pointer; }
  T *release() { T *p = __pointer; __pointer = nullptr; return p; }
  void reset(T *p = nullptr) { T *before = __pointer; __pointer = p; if (before) delete[] before; }
  T &operator[](size_t i) const { return __pointer[i]; }
  operator bool() const { return __pointer != nullptr; }
  bool operator==(const void *p) const { return __pointer == p; }
  bool operator!=(const void *p) const { return __pointer != p; }
};
template <typename T> class shared_ptr {
  T *__pointer; long *__users; std::function<void(T *)> __deleter;
  void __leave() {
    if (__users && --*__users == 0) {
      if (__deleter) __deleter(__pointer); else delete __pointer;
      delete __users;
    }
    __pointer = nullptr; __users = nullptr;
  }
public:
  shared_ptr() : __pointer(nullptr), __users(nullptr) {}
  shared_ptr(T *p) : __pointer(p), __users(new long(1)) {}
  shared_ptr(T *p, std::function<void(T *)> d) : __pointer(p), __users(new long(1)), __deleter(d) {}
  shared_ptr(const shared_ptr &o) : __pointer(o.__pointer), __users(o.__users), __deleter(o.__deleter) { if (__users) ++*__users; }
  ~shared_ptr() { __leave(); }
  shared_ptr &operator=(const shared_ptr &o) {
    if (o.__users) ++*o.__users;
    __leave();
    __pointer = o.__pointer; __users = o.__users; __deleter = o.__deleter;
    return *this;
  }
  void reset() { __leave(); }
  T *get() const { return __pointer; }
  long use_count() const { return __users ? *__users : 0; }
  T &operator*() const { return *__pointer; }
  T *operator->() const { return __pointer; }
  operator bool() const { return __pointer != nullptr; }
  bool operator==(const void *p) const { return __pointer == p; }
  bool operator!=(const void *p) const { return __pointer != p; }
};
template <typename T> struct __maker { template <typename... A> static unique_ptr<T> make(A... given) { return unique_ptr<T>(new T(given...)); } };
template <typename T> struct __maker<T[]> { static unique_ptr<T[]> make(size_t n) { T *p = new T[n]; for (size_t i = 0; i < n; i++) p[i] = T(); return unique_ptr<T[]>(p); } };
template <typename T, typename... A> auto make_unique(A... given) { return __maker<T>::make(given...); }
template <typename T, typename... A> shared_ptr<T> make_shared(A... given) { return shared_ptr<T>(new T(given...)); }
template <typename T> class optional {
  T __value; bool __holds;
public:
  optional() : __holds(false) {}
  optional(const T &value) : __value(value), __holds(true) {}
  bool has_value() const { return __holds; }
  operator bool() const { return __holds; }
  T &value() { return __value; }
  T value_or(const T &other) const { return __holds ? __value : other; }
  T &operator*() { return __value; }
  T *operator->() { return &__value; }
  void reset() { __holds = false; }
};
template <typename T> class list : public deque<T> {};
template <typename T> struct default_delete<T[]> { void operator()(T *p) const { delete[] p; } };
`;

/** Functions of what lies between two places. */
const ALGORITHMS = `
template <typename T, size_t N> T *begin(T (&array)[N]) { return array; }
template <typename T, size_t N> T *end(T (&array)[N]) { return array + N; }
template <typename C> auto begin(C &container) { return container.begin(); }
template <typename C> auto end(C &container) { return container.end(); }
template <typename C> size_t size(const C &container) { return container.size(); }
template <typename I, typename T> void fill(I first, I last, const T &value) { for (; first != last; ++first) *first = value; }
template <typename I, typename N, typename T> I fill_n(I first, N count, const T &value) { for (N i = 0; i < count; i++, ++first) *first = value; return first; }
template <typename I, typename T> void iota(I first, I last, T value) { for (; first != last; ++first, ++value) *first = value; }
template <typename I, typename T> T accumulate(I first, I last, T sum) { for (; first != last; ++first) sum = sum + *first; return sum; }
template <typename I, typename T, typename F> T accumulate(I first, I last, T sum, F f) { for (; first != last; ++first) sum = f(sum, *first); return sum; }
template <typename I, typename J, typename T> T inner_product(I first, I last, J other, T sum) { for (; first != last; ++first, ++other) sum = sum + *first * *other; return sum; }
template <typename I, typename F> void generate(I first, I last, F f) { for (; first != last; ++first) *first = f(); }
template <typename I, typename N, typename F> void generate_n(I first, N count, F f) { for (N i = 0; i < count; i++, ++first) *first = f(); }
template <typename I, typename F> void for_each(I first, I last, F f) { for (; first != last; ++first) f(*first); }
template <typename I, typename O> O copy(I first, I last, O to) { for (; first != last; ++first, ++to) *to = *first; return to; }
template <typename I, typename N, typename O> O copy_n(I first, N count, O to) { for (N i = 0; i < count; i++, ++first, ++to) *to = *first; return to; }
template <typename I, typename O, typename F> O transform(I first, I last, O to, F f) { for (; first != last; ++first, ++to) *to = f(*first); return to; }
template <typename I, typename J, typename O, typename F> O transform(I first, I last, J other, O to, F f) { for (; first != last; ++first, ++other, ++to) *to = f(*first, *other); return to; }
template <typename I, typename O> O partial_sum(I first, I last, O to) {
  if (first == last) return to;
  auto sum = *first; *to = sum;
  for (++first, ++to; first != last; ++first, ++to) { sum = sum + *first; *to = sum; }
  return to;
}
template <typename I, typename J> bool equal(I first, I last, J other) { for (; first != last; ++first, ++other) if (*first != *other) return false; return true; }
template <typename I, typename T> I find(I first, I last, const T &value) { for (; first != last; ++first) if (*first == value) return first; return last; }
template <typename I, typename F> I find_if(I first, I last, F f) { for (; first != last; ++first) if (f(*first)) return first; return last; }
template <typename I, typename T> long long count(I first, I last, const T &value) { long long n = 0; for (; first != last; ++first) if (*first == value) n++; return n; }
template <typename I, typename F> long long count_if(I first, I last, F f) { long long n = 0; for (; first != last; ++first) if (f(*first)) n++; return n; }
template <typename I, typename F> bool all_of(I first, I last, F f) { for (; first != last; ++first) if (!f(*first)) return false; return true; }
template <typename I, typename F> bool any_of(I first, I last, F f) { for (; first != last; ++first) if (f(*first)) return true; return false; }
template <typename I> I max_element(I first, I last) { I best = first; for (; first != last; ++first) if (*best < *first) best = first; return best; }
template <typename I> I min_element(I first, I last) { I best = first; for (; first != last; ++first) if (*first < *best) best = first; return best; }
template <typename I> auto minmax_element(I first, I last) { return make_pair(min_element(first, last), max_element(first, last)); }
template <typename T> T clamp(const T &value, const T &low, const T &high) { return value < low ? low : high < value ? high : value; }
template <typename I, typename F> bool none_of(I first, I last, F f) { for (; first != last; ++first) if (f(*first)) return false; return true; }
template <typename I, typename T> I lower_bound(I first, I last, const T &value) { long long n = last - first; while (n > 0) { long long half = n / 2; if (first[half] < value) { first += half + 1; n -= half + 1; } else n = half; } return first; }
template <typename I, typename T> I upper_bound(I first, I last, const T &value) { long long n = last - first; while (n > 0) { long long half = n / 2; if (value < first[half]) n = half; else { first += half + 1; n -= half + 1; } } return first; }
template <typename I, typename T> bool binary_search(I first, I last, const T &value) { first = lower_bound(first, last, value); return first != last && !(value < *first); }
template <typename I> I unique(I first, I last) { if (first == last) return last; I to = first; for (++first; first != last; ++first) if (!(*to == *first)) *++to = *first; return ++to; }
template <typename I, typename T> I remove(I first, I last, const T &value) { I to = first; for (; first != last; ++first) if (!(*first == value)) { *to = *first; ++to; } return to; }
template <typename I, typename F> I remove_if(I first, I last, F f) { I to = first; for (; first != last; ++first) if (!f(*first)) { *to = *first; ++to; } return to; }
template <typename I, typename T> void replace(I first, I last, const T &from, const T &to) { for (; first != last; ++first) if (*first == from) *first = to; }
template <typename I> I rotate(I first, I middle, I last) { reverse(first, middle); reverse(middle, last); reverse(first, last); return first + (last - middle); }
template <typename I, typename O> O adjacent_difference(I first, I last, O to) { if (first == last) return to; auto before = *first; *to = before; for (++first, ++to; first != last; ++first, ++to) { auto now = *first; *to = now - before; before = now; } return to; }
template <typename I, typename O> O inclusive_scan(I first, I last, O to) { return partial_sum(first, last, to); }
template <typename I, typename O, typename T> O exclusive_scan(I first, I last, O to, T sum) { for (; first != last; ++first, ++to) { auto now = *first; *to = sum; sum = sum + now; } return to; }
template <typename T> void nth_element(T *first, T *nth, T *last) { sort(first, last); }
template <typename T> void partial_sort(T *first, T *middle, T *last) { sort(first, last); }
template <typename T, typename F> void partial_sort(T *first, T *middle, T *last, F before) { sort(first, last, before); }
template <typename I> void reverse(I first, I last) { while (first != last && first != --last) { swap(*first, *last); ++first; } }
template <typename I, typename J> long long distance(I first, J last) { return last - first; }
template <typename I, typename R> void shuffle(I first, I last, R &&random) {
  for (long long i = last - first - 1; i > 0; i--) { uniform_int_distribution<long long> d(0, i); long long j = d(random); swap(first[i], first[j]); }
}
template <typename T, typename F> void __sift(T *a, long long i, long long n, F before) {
  T moved = a[i];
  for (long long child = 2 * i + 1; child < n; child = 2 * i + 1) {
    if (child + 1 < n && before(a[child], a[child + 1])) child++;
    if (!before(moved, a[child])) break;
    a[i] = a[child]; i = child;
  }
  a[i] = moved;
}
template <typename T, typename F> void sort(T *first, T *last, F before) {
  long long n = last - first;
  for (long long i = n / 2 - 1; i >= 0; i--) __sift(first, i, n, before);
  for (long long end = n - 1; end > 0; end--) { swap(first[0], first[end]); __sift(first, 0, end, before); }
}
template <typename T> void sort(T *first, T *last) { sort(first, last, [](const T &a, const T &b) { return a < b; }); }
template <typename T, typename F> void stable_sort(T *first, T *last, F before) {
  for (T *i = first + 1; i < last; i++) { T moved = *i; T *j = i; for (; j != first && before(moved, *(j - 1)); j--) *j = *(j - 1); *j = moved; }
}
template <typename T> bool is_sorted(T *first, T *last) { for (; first + 1 < last; first++) if (*(first + 1) < *first) return false; return true; }
template <typename T> struct less { bool operator()(const T &a, const T &b) const { return a < b; } };
template <typename T> struct greater { bool operator()(const T &a, const T &b) const { return b < a; } };
template <typename T, typename U> U exchange(T &place, U value) { U before = place; place = value; return before; }
`;

/** The declarations of <vector>, <array>, <map>, <unordered_map>, <set>, <unordered_set>, <stack>, <queue>, <deque>, <tuple>, <memory>, <algorithm> and <numeric>. A map or a set keeps its items in a vector, in the order of their keys: inserting takes time in proportion to its size. */
export const CONTAINERS = CONTAINER_TYPES + ALGORITHMS;
