# SPDX-License-Identifier: Apache-2.0
"""Downloads one sdist from the registry that pip is configured for, without running anything of it.

`pip download` runs an sdist's setup.py even when it only downloads. Here pip finds the file and the connection (its
configuration, proxy, certificates), and the bytes are written to a file whose SHA-256 must be the wanted one.

    sdist.py PACKAGE VERSION SHA256 FOLDER

Prints the file's name, or one line that says what is wrong. Exit codes: 0 done; 3 registry not reachable; 4 no such
sdist; 5 another hash (printed); 6 this pip has other insides than this program knows.
"""
import hashlib
import logging
import os
import sys


class Failures(logging.Handler):
    """Keeps what pip says of pages that it could not read; a page that does not exist is no failure."""

    def __init__(self):
        super().__init__()
        self.lines = []

    def emit(self, record):
        line = record.getMessage()
        if line.startswith("Could not fetch URL") and "404 Client Error" not in line:
            self.lines.append(line)


def stop(code, line):
    print(" ".join(line.split()))
    sys.exit(code)


def find(name, version, session, options):
    from pip._internal.index.collector import LinkCollector
    from pip._internal.index.package_finder import PackageFinder
    from pip._internal.models.format_control import FormatControl
    from pip._internal.models.selection_prefs import SelectionPreferences

    collector = LinkCollector.create(session, options=options)
    finder = PackageFinder.create(
        link_collector=collector,
        selection_prefs=SelectionPreferences(
            allow_yanked=True, allow_all_prereleases=True, format_control=FormatControl({":all:"}, set())
        ),
    )
    return [c.link for c in finder.find_all_candidates(name) if str(c.version) == version]


def main():
    name, version, wanted, folder = sys.argv[1:5]
    failures = Failures()
    logging.getLogger("pip").addHandler(failures)
    logging.getLogger("pip").setLevel(logging.DEBUG)
    try:
        from pip._internal.commands import create_command
        from pip._vendor.packaging.version import Version
        from pip._vendor.requests.exceptions import RequestException

        command = create_command("download")
        options, _ = command.parse_args(["--no-cache-dir", "--timeout", "15", "--retries", "1"])
        with command.main_context():
            session = command.get_default_session(options)
            links = find(name, str(Version(version)), session, options)
    except (ImportError, AttributeError, TypeError) as error:
        stop(6, f"pip's insides are not those expected: {error}")
    if not links and failures.lines:
        stop(3, failures.lines[0])
    if not links:
        stop(4, f"no sdist {name} {version}")
    digests = []
    for link in links:
        try:
            digests.append(save(session, link, wanted, folder))
        except (RequestException, OSError) as error:
            stop(3, f"{link.filename}: {type(error).__name__}: {error}")
        if digests[-1] == wanted:
            print(link.filename)
            return
    stop(5, digests[0])


def save(session, link, wanted, folder):
    """Writes the linked file into the folder when its hash is the wanted one; returns its hash."""
    target = os.path.join(folder, os.path.basename(link.filename))
    digest = hashlib.sha256()
    response = session.get(link.url_without_fragment, headers={"Accept-Encoding": "identity"}, stream=True)
    response.raise_for_status()
    with open(target, "wb") as file:
        for chunk in iter(lambda: response.raw.read(65536), b""):
            digest.update(chunk)
            file.write(chunk)
    if digest.hexdigest() != wanted:
        os.remove(target)
    return digest.hexdigest()


main()
