"""Odd texts, over which the two implementations of the model must agree, and a small vocabulary."""

INITIAL = """
abort accept add all allow api app apply argument array assert async auth await back base bind block
body bool break buffer build byte cache call case cell change char check child class clean clear
client clock clone close code collect column command commit compare config connect const content
context continue copy count create current cursor data date debug decode default delete depth
detail device digest disk document domain drop edge edit element else empty encode end engine
entry enum env error event exit export false fetch field file filter find first flag float flush
fold font for format frame free from func function get global graph group handle hash head header
heap height help host http icon id if image import in index info init input insert int interface
inter is item iter iterator job join json key kind label lang last layer leaf left len length level
library limit line link list load lock log long loop main make map mark match max merge message
method min mode model module move mut name new next node none null number object of offset on open
option order out output owner pack page panic parse part path peer pipe point pool port print
private process pub push put query queue random range read record ref remove render reply request
reset resource result retry return right root row run save scan schema scope search segment select
self send sequence server service session set shard share signal size skip slice socket sort source
span split stack start state status step stop store stream string struct sum super switch symbol
sync table tail target task test text this thread time to token trait tree true try tuple type
undo union unit unlock update user utf value var vector version view visit wait walk while widget
width with word work write yield zip zone the and not public static void let fn def
日 日本 é 你好 ß 🦀 данные
""".split()

CONTINUED = """
able al ance ate ated ation ator ed en ence ent er ers es est face ful ible ic ies ify ing ings ion
ions ist ity ive ize ized izer less ly ment ments ness or ors ous out s ship sion th tion tions ty
up ure us word 好 界 é 🦀 本語 00 000 64 32 aa aaaa
""".split()

SMALL_PIECES = INITIAL + ["##" + piece for piece in CONTINUED]

PATHS = [
    "",
    "src/lib.rs",
    "crates/engine/src/HTTPServer2.rs",
    "app/Models/UserSession.php",
    "...",
    "lib/данные/文件.py",
    "internal/queue/retry_test.go",
    "src/main/java/org/example/index/SegmentReader.java",
    "Makefile",
]

PLAIN = [
    "",
    " ",
    "\n\n\t\r",
    "!@#$%^&*()_+-=[]{};':\",./<>?`~|\\",
    "\x00\x01\x7f",
    "a",
    "Z",
    "0",
    "_",
    "read the file",
    "READ THE FILE",
    "where is a lost connection retried?",
    "parse JSON into a tree of nodes",
    "how are users authenticated",
    "HTTPServer2",
    "getHTTPResponseCode",
    "XMLHttpRequest",
    "ABc Ab aB AB A a aBC aBc ABC",
    "snake_case_name SCREAMING_SNAKE kebab-case-name camelCase PascalCase",
    "iPhone eBay McDonald OpenGL GLuint uint8_t i32 f64x4",
    "sha256sum base64 utf8 utf16le x86_64 h264",
    "1 12 123 1234 12345 123456",
    "0xDEADBEEF 0b1010 1e10 3.14159 1_000_000 192.168.0.1",
    "a1b2c3 1a2b3c A1B2 12ab34 12345ab ab12345",
    "the the the the the the the the the",
    "tion ation ing s",
    "zzqxj qqqq vvvvv xkcdx",
    "antidisestablishmentarianism",
    "abcdefghijklmnopqrstuvwx abcdefghijklmnopqrstuvwxy",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabc ABCDEFGHIJKLMNOPQRSTUVWX",
    "ABCDEFGHIJKLMNOPQRSTUVWXYabcdefghijklmnopqrstuvwxyz",
    "你好",
    "你好世界",
    "世界你好界好",
    "日本語日本 日 本語",
    "данные и ещё данные",
    "Ünïcödé naïve façade größe Straße",
    "é éé ééé éééé e\u0301",
    "🦀",
    "🦀🦀🦀 crab🦀crab",
    "👩‍👩‍👧‍👦 family 🇩🇪 flag",
    "x你y好z",
    "\u2028line\u2029paragraph\ufeffmark\u00a0space",
    "عربى עברית हिन्दी ไทย 한국어",
    "\U0010ffff\ud7fb\ue000",
    "ＦＵＬＬ width ｌｅｔｔｅｒｓ",
    "İstanbul ıI ſK",
    "a\u0000b",
    "null undefined NaN None nil",
    "http://example.org/path?query=value&other=1#fragment",
    "user.name@example.org",
    "C:\\Users\\name\\file.txt",
    "<div class=\"item\">text</div>",
    "SELECT name, count(*) FROM users WHERE id = 42 GROUP BY name;",
    "-----BEGIN BLOCK-----\nTUlJQ0lqQU5CZ2txaGtpRzl3MEJBUUVGQUFPQ0Fn\n-----END BLOCK-----",
    "d41d8cd98f00b204e9800998ecf8427e",
    "# A title\n\nSome *text* with a [link](page.md) and `code`.\n\n- one\n- two\n",
]

CODE = [
    "pub fn add(left: u32, right: u32) -> u32 {\n    left.wrapping_add(right)\n}\n",
    "impl Iterator for Walk {\n    type Item = Entry;\n    fn next(&mut self) -> Option<Entry> {\n"
    "        let node = self.stack.pop()?;\n        self.stack.extend(node.children());\n"
    "        Some(node.entry())\n    }\n}\n",
    "def retry(call, times=3):\n    for attempt in range(times):\n        try:\n"
    "            return call()\n        except TimeoutError:\n            continue\n"
    "    raise RuntimeError('gave up')\n",
    "class UserSession:\n    \"\"\"What is known of someone who logged in.\"\"\"\n\n"
    "    def __init__(self, user, token):\n        self._user = user\n        self._token = token\n",
    "func (s *Server) ListenAndServe(addr string) error {\n\tln, err := net.Listen(\"tcp\", addr)\n"
    "\tif err != nil {\n\t\treturn err\n\t}\n\treturn s.Serve(ln)\n}\n",
    "export async function fetchUser(id: number): Promise<User | undefined> {\n"
    "  const reply = await fetch(`/api/users/${id}`);\n"
    "  return reply.ok ? reply.json() : undefined;\n}\n",
    "static int buffer_grow(struct buffer *b, size_t n)\n{\n\tchar *p = realloc(b->data, n);\n"
    "\tif (!p)\n\t\treturn -ENOMEM;\n\tb->data = p;\n\tb->size = n;\n\treturn 0;\n}\n",
    "template <typename T>\nclass RingBuffer final {\n public:\n  bool push(T&& value) noexcept;\n"
    " private:\n  std::array<T, 64> items_;\n};\n",
    "public final class SegmentReader implements Closeable {\n"
    "    private final ByteBuffer input;\n\n    @Override\n    public void close() throws IOException {\n"
    "        input.clear();\n    }\n}\n",
    "public async Task<IActionResult> GetOrders([FromQuery] int page = 1)\n{\n"
    "    var orders = await _store.PageAsync(page);\n    return Ok(orders);\n}\n",
    "<?php\nfinal class Mailer\n{\n    public function send(string $to, ?string $subject = null): bool\n"
    "    {\n        return mail($to, $subject ?? '', $this->body);\n    }\n}\n",
    "module Cache\n  def fetch(key)\n    @items.fetch(key) { @items[key] = yield }\n  end\nend\n",
    "data class Point(val x: Int, val y: Int)\nfun Point.length() = sqrt((x * x + y * y).toDouble())\n",
    "extension Array where Element: Comparable {\n    func isSorted() -> Bool {\n"
    "        zip(self, dropFirst()).allSatisfy { $0 <= $1 }\n    }\n}\n",
    "sealed trait Tree[+A]\ncase class Leaf[A](value: A) extends Tree[A]\n"
    "case class Branch[A](left: Tree[A], right: Tree[A]) extends Tree[A]\n",
    "defmodule Counter do\n  use GenServer\n\n  def handle_call(:next, _from, n), do: {:reply, n, n + 1}\nend\n",
    "merge :: Ord a => [a] -> [a] -> [a]\nmerge [] ys = ys\nmerge xs [] = xs\n"
    "merge (x:xs) (y:ys) | x <= y = x : merge xs (y:ys)\n                    | otherwise = y : merge (x:xs) ys\n",
    "local function map(list, f)\n  local out = {}\n  for i, v in ipairs(list) do out[i] = f(v) end\n"
    "  return out\nend\n",
    "pub fn hash(bytes: []const u8) u64 {\n    var h: u64 = 0xcbf29ce484222325;\n"
    "    for (bytes) |b| h = (h ^ b) *% 0x100000001b3;\n    return h;\n}\n",
    "#!/bin/sh\nset -eu\nfor file in \"$@\"; do\n  [ -f \"$file\" ] || continue\n  wc -l < \"$file\"\ndone\n",
    "[package]\nname = \"example\"\nversion = \"0.1.0\"\n\n[dependencies]\nserde = \"1\"\n",
    "{\"name\": \"example\", \"private\": true, \"scripts\": {\"test\": \"run-tests --all\"}}",
    "body > .main-header:hover { color: #ff00aa; margin: 0 auto 1.5em; }\n",
]

# Lengths around every limit: of words, of numbers, of pieces that count, of 24 bytes.
GROWING = [
    *("a" * length for length in (1, 2, 3, 4, 5, 23, 24, 25, 48, 1000)),
    *("Q" * length for length in (2, 23, 24, 25, 26)),
    *("Q" * length + "q" for length in (23, 24, 25, 26)),
    *("7" * length for length in (1, 2, 3, 4, 5, 24, 25)),
    *("é" * length for length in (1, 11, 12, 13, 24, 25, 511, 512, 513)),
    *("日" * length for length in (7, 8, 9, 10)),
    *("🦀" * length for length in (5, 6, 7, 600)),
    *("word " * times for times in (1, 2, 511, 512, 513, 2000)),
    *("x y " * times for times in (255, 256, 257)),
    "the index " * 200 + "never seen never counted",
    "connection " * 300 + "q",
    "q1 " * 255 + "interfaces",
    " ".join(f"name{number}" for number in range(400)),
    " ".join(f"{chr(97 + number % 26)}{number}" for number in range(700)),
    " ".join(INITIAL),
    " ".join(reversed(INITIAL)),
    " ".join(first + second for first, second in zip(INITIAL, INITIAL[7:])),
    "".join(word.title() for word in INITIAL[:60]),
    "_".join(word.upper() for word in INITIAL[:60]),
    "!" * 5000,
    "世" * 3000 + "你好",
]

TEXTS = PLAIN + CODE + GROWING + [text for text in PATHS if text]
