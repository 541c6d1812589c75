"""A word processor as an analyst uses it: LibreOffice without a window, driven over its pipe.

It reads one job a line as JSON: {"open": FILE, "save": FILE, "do": [[NAME, WORDS...], ...]}, carries out what is to be
done, in that order, saves as DOCX, and answers a line: "ok", or what went wrong.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
import traceback

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.text.ControlCharacter import PARAGRAPH_BREAK


def value(name, of):
    property = PropertyValue()
    property.Name, property.Value = name, of
    return property


def connected(pipe):
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    for _ in range(600):
        try:
            return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except NoConnectException:
            time.sleep(0.1)
    raise SystemExit("LibreOffice did not start")


class Document:
    def __init__(self, context, path):
        make = context.ServiceManager.createInstanceWithContext
        desktop = make("com.sun.star.frame.Desktop", context)
        self.dispatcher = make("com.sun.star.frame.DispatchHelper", context)
        # Hidden it would have no clipboard.
        self.document = desktop.loadComponentFromURL(uno.systemPathToFileUrl(path), "_blank", 0, ())
        self.controller = self.document.CurrentController
        self.is_lenient = False

    def dispatch(self, command, **given):
        arguments = tuple(value(name, of) for name, of in given.items())
        self.dispatcher.executeDispatch(self.controller.Frame, f".uno:{command}", "", 0, arguments)

    def paragraphs(self):
        return [one for one in self.document.Text if one.supportsService("com.sun.star.text.TextContent")]

    def heading(self, title):
        all = self.paragraphs()
        for at, one in enumerate(all):
            if self.level(one) and one.String.strip() == title:
                return all, at
        raise SystemExit(f"there is no heading {title}")

    @staticmethod
    def level(one):
        return one.OutlineLevel if one.supportsService("com.sun.star.text.Paragraph") else 0

    def section(self, title):
        """The paragraphs of a section with what stands under it."""
        all, at = self.heading(title)
        level = self.level(all[at])
        end = next((to for to in range(at + 1, len(all)) if 0 < self.level(all[to]) <= level), len(all))
        return all[at:end]

    def select(self, part):
        cursor = self.document.Text.createTextCursorByRange(part[0].Start)
        last = part[-1]
        if last.supportsService("com.sun.star.text.Paragraph"):
            cursor.gotoRange(last.End, True)
            cursor.goRight(1, True)
        self.controller.select(cursor)

    def caret(self, title):
        """Before a heading, or at the end."""
        view = self.controller.ViewCursor
        if title == "":
            view.gotoEnd(False)
            self.document.Text.insertControlCharacter(view.Start, PARAGRAPH_BREAK, False)
            view.gotoEnd(False)
        else:
            all, at = self.heading(title)
            view.gotoRange(all[at].Start, False)

    # What a hand does.

    def lenient(self):
        """What cannot be done from here on is left."""
        self.is_lenient = True

    def accept(self):
        self.dispatch("AcceptAllTrackedChanges")

    def reject(self):
        self.dispatch("RejectAllTrackedChanges")

    def replace(self, find, by):
        search = self.document.createReplaceDescriptor()
        search.SearchString, search.ReplaceString = find, by
        if self.document.replaceAll(search) == 0:
            raise SystemExit(f"“{find}” does not occur")

    def retype(self, title, by):
        all, at = self.heading(title)
        all[at].String = by

    def move(self, title, before):
        self.select(self.section(title))
        self.dispatch("Cut")
        self.caret(before)
        self.dispatch("Paste")

    def copy(self, title, *places):
        self.select(self.section(title))
        self.dispatch("Copy")
        for before in places:
            self.caret(before)
            self.dispatch("Paste")

    def delete(self, title):
        self.select(self.section(title))
        self.dispatch("Delete")

    def split(self, words, title):
        """A heading of the same kind before the paragraph with these words."""
        all = self.paragraphs()
        at = next(at for at, one in enumerate(all) if words in getattr(one, "String", ""))
        above = next(one for one in reversed(all[:at]) if self.level(one))
        self.document.Text.insertControlCharacter(all[at].Start, PARAGRAPH_BREAK, False)
        new = self.paragraphs()[at]
        new.ParaStyleName = above.ParaStyleName
        new.String = title

    def merge(self, title):
        """The heading goes, so that its text belongs to the section before."""
        all, at = self.heading(title)
        self.select([all[at]])
        self.dispatch("Delete")

    def save(self, path):
        filter = value("FilterName", "MS Word 2007 XML")
        self.document.storeToURL(uno.systemPathToFileUrl(path), (filter,))
        self.document.close(True)


def carried_out(context, job):
    document = Document(context, job["open"])
    for name, *words in job["do"]:
        try:
            getattr(document, name)(*words)
        except (SystemExit, StopIteration):
            if not document.is_lenient:
                raise
    document.save(job["save"])


def main():
    pipe = f"factly{os.getpid()}"
    with tempfile.TemporaryDirectory() as profile:
        options = ["--headless", "--invisible", "--norestore", "--nologo", f"-env:UserInstallation=file://{profile}"]
        office = subprocess.Popen(["soffice", *options, f"--accept=pipe,name={pipe};urp;"], stdout=sys.stderr)
        try:
            context = connected(pipe)
            for line in sys.stdin:
                try:
                    carried_out(context, json.loads(line))
                    print("ok", flush=True)
                except (Exception, SystemExit):
                    print(json.dumps(traceback.format_exc()), flush=True)
        finally:
            try:
                make = context.ServiceManager.createInstanceWithContext
                make("com.sun.star.frame.Desktop", context).terminate()
            except Exception:
                office.kill()
            office.wait(30)


main()
