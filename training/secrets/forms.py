"""Reads forms of secrets, and makes more of them by exchanging values and names.

A form is the path of a file, its secrets, and its text. A classifier that has seen a value under one name
only would learn the pair; so each form is written again with values of other forms and with other words
for the same thing, and once more with what stands there when it is no secret.
"""
import pathlib
import random
import re
import string

PASSWORD = """password passwd pwd pass passwort passphrase kennwort contraseña contrasena clave senha mdp motdepasse
mot_de_passe haslo hasło heslo parola lozinka wachtwoord salasana lösenord adgangskode passord пароль パスワード 密码
비밀번호 jelszó şifre sifre geslo parool slaptažodis mật_khẩu kata_sandi סיסמה κωδικός passcode userpw dbpw db_pass
pswd psw pw admin_pass secret_word root_pw""".split()
SECRET = """secret token apikey api_key key access_key auth_token access_token client_secret secret_key credential
schlüssel schluessel clé clave_api klucz nyckel sleutel chiave chave llave ключ секрет токен 密钥 トークン
signing_key bearer app_secret shared_secret private_token auth_key webhook_secret encryption_key""".split()
HARMLESS = """changeme|${DB_PASSWORD}|<password>|<your-token>|your_api_key_here|xxxxxxxx|********|$PASSWORD|%s|{password}|null
{{ password }}|os.environ["SECRET"]|getenv("TOKEN")|config.password|None|nil|undefined|true|false|string|String|required
process.env.SECRET|request.password|self.password|user.password|vault_password|...|password|secret|token|example|test|foo
${{ secrets.TOKEN }}|file:///run/secrets/db|/run/secrets/db_password|@Value|readLine()|prompt()|input()|getPassword()
generate_token()|user_password|reset_password|access_token_url|password_hash|env:DB_PASSWORD|vault:kv/db#password
optional|disabled|enabled|hidden|invalid|expired|minimum|username|admin|localhost|utf-8|text/plain|password_field
NOT_SET|TODO|REPLACE_ME|arn:aws:secretsmanager:eu-west-1:1:secret:x|passwordInput|TOKEN_EXPIRED|std::string|&str
forgot-password|Password is required|Enter your password|current_user|tokenizer|keyCode|accessToken|%(password)s"""
HARMLESS = [word for line in HARMLESS.split("\n") for word in line.split("|")]



def read(path):
    """The forms of a file: `=== PATH`, `--- SECRET` lines, text."""
    text = "\n" + pathlib.Path(path).read_text(encoding="utf-8").replace("¦", "")
    found = []
    for form in text.split("\n=== ")[1:]:
        path, _, body = form.partition("\n")
        lines = body.split("\n")
        n = next((at for at, line in enumerate(lines) if not line.startswith("--- ")), len(lines))
        found.append((path, [line[4:] for line in lines[:n]], "\n".join(lines[n:])))
    return found


def read_cases(path):
    """The forms of a corpus of the tests, which marks secrets by « and »."""
    title, found, block = "", [], None
    for line in pathlib.Path(path).read_text(encoding="utf-8").replace("¦", "").split("\n"):
        if block is None and line == "<<<":
            block = []
        elif block is not None and line == ">>>":
            found.append((title, "\n".join(block)))
            block = None
        elif block is not None:
            block.append(line)
        elif line.startswith("### "):
            title = line[4:]
        elif title and line:
            found.append((title, line))
    forms = []
    for title, marked in found:
        secrets = [line for secret in re.findall("«(.*?)»", marked, re.S) for line in secret.split("\n") if line]
        forms.append((title.rpartition(" | ")[2], secrets, re.sub("[«»]", "", marked)))
    return forms


def write(path, forms):
    with open(path, "w", encoding="utf-8") as file:
        for form_path, secrets, text in forms:
            file.write("=== " + form_path + "\n")
            file.writelines("--- " + secret + "\n" for secret in secrets)
            file.write(text.rstrip("\n") + "\n")


def kind(value):
    """Values of one kind may stand for each other."""
    if " " in value or len(value) > 200:
        return None
    digits = sum(c.isdigit() for c in value)
    changes = sum(a.isalpha() != b.isalpha() or a.isupper() != b.isupper() for a, b in zip(value, value[1:]))
    if re.fullmatch("[0-9]+", value):
        return None
    if re.fullmatch("[0-9a-f]+|[0-9A-F]+", value) and len(value) >= 16:
        return "hex"
    if len(value) >= 16 and changes * 3 > len(value) and digits:
        return "random"
    if "$" in value or len(value) >= 30:
        return None
    return "human" if not re.search("[\"'`\\\\]", value) else None


def mutated(value, words, rng):
    """A value of the same shape: other words, digits and random characters, so that no value is learned by heart."""
    if kind(value) in ("hex", "random") or len(value) >= 28 and " " not in value:
        classes = (string.ascii_lowercase, string.ascii_uppercase, string.digits)
        if kind(value) == "hex":
            classes = ("0123456789abcdef" if value.islower() else "0123456789ABCDEF",)
        head = re.match("[A-Za-z0-9]{2,12}[-_.](?=.{10})", value)
        kept = head[0] if head else ""

        def other(c):
            return next((rng.choice(letters) for letters in classes if c in letters), c)

        return kept + "".join(other(c) for c in value[len(kept) :])

    def piece(found):
        old = found[0]
        if old.isdigit():
            return "".join(rng.choice(string.digits) for _ in old)
        new = rng.choice(words.get(len(old)) or [old])
        return new.upper() if old.isupper() else new.capitalize() if old[0].isupper() else new

    return re.sub("[^\\W\\d_]{3,}|[0-9]+", piece, value)


def vocabulary(folder, rng, most=60_000):
    """Words of public code and its documents by length, to make values of."""
    words = set()
    paths = [path for path in sorted(pathlib.Path(folder).rglob("*")) if path.is_file()]
    for path in rng.sample(paths, min(len(paths), 4000)):
        text = path.read_text(encoding="utf-8", errors="ignore")[:20_000]
        words.update(re.findall("[^\\W\\d_]{3,14}", text.lower()))
    by_length = {}
    for word in rng.sample(sorted(words), min(most, len(words))):
        by_length.setdefault(len(word), []).append(word)
    return by_length


def respell(word, like):
    """A word in the spelling of another: `PASSWORD`, `Password`, `password`."""
    if like.isupper() and len(like) > 1:
        return word.upper()
    if like[:1].isupper():
        return "".join(part.capitalize() for part in word.split("_"))
    return word


def vary(form, pool, words, rng):
    """A form with other values and names, or None."""
    path, secrets, text = form
    changed = []
    # From the longest, so that a secret within another is left alone.
    marks = {}
    for secret in sorted(secrets, key=len, reverse=True):
        mark = chr(0xE000 + len(marks))
        text = text.replace(secret, mark)
        marks[secret] = mark
    for group in (PASSWORD, SECRET):
        pattern = "|".join(re.escape(word) for word in sorted(group, key=len, reverse=True) if len(word) > 2)
        if rng.random() < 0.6:
            new = rng.choice(group)
            text = re.sub(pattern, lambda found: respell(new, found[0]), text, flags=re.I)
    for secret in secrets:
        new = secret
        values = pool.get(kind(secret))
        if values and rng.random() < 0.7:
            new = rng.choice(values)
        if rng.random() < 0.93:
            new = mutated(new, words, rng)
        text = text.replace(marks[secret], new)
        changed.append(new)
    return path, changed, text


def harmless(form, rng):
    """A form whose secrets are replaced by what is none."""
    path, secrets, text = form
    if any(kind(secret) is None for secret in secrets):
        return None
    for secret in sorted(secrets, key=len, reverse=True):
        text = text.replace(secret, rng.choice(HARMLESS))
    return path, [], text


def augmented(forms, words, times, seed):
    """The forms, each followed by so many variations of it and some with values that are harmless; and for each of
    them which form it comes from."""
    rng = random.Random(seed)
    pool = {}
    for _, secrets, _ in forms:
        for secret in secrets:
            pool.setdefault(kind(secret), []).append(secret)
    pool.pop(None, None)
    more, origin = [], []
    for number, form in enumerate(forms):
        of_form = [form] + [vary(form, pool, words, rng) for _ in range(times)]
        of_form.extend(filter(None, [harmless(form, rng) for _ in range(2)]))
        more.extend(of_form)
        origin.extend([number] * len(of_form))
    return more, origin
