"""The one place where the present state is held and changed; views ask it and are told.

Data flows one way: an edit makes a document, the document makes one trace, and every listener gets the
old and the new `Snapshot` in the order in which they subscribed. Changing the state from inside a
notification is a fault and raises.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from attnstudio.model.document import Document, Handle, Look, fitting, head_count, index_of
from attnstudio.model.edits import Edit
from attnstudio.model.seen import Seen
from attnstudio.model.trace import Trace
from attnstudio.state.framing import fitted
from attnstudio.state.history import History
from attnstudio.state.seeing import with_seen
from attnstudio.state.snapshot import Snapshot, View
from attnstudio.state.traces import Traces

Listener = Callable[[Snapshot, Snapshot], None]
_LOOK, _VIEW = Look(), View()
_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Gesture:
    """A drag in progress: its name, and the snapshot to which Esc goes back."""

    name: str
    start: Snapshot


class Store:
    def __init__(self, document: Document, look: Look = _LOOK, view: View = _VIEW) -> None:
        look = fitting(look, document)
        self.computations = 0  # traces made so far: one event must give one
        traces = Traces(document, self._compute)
        trace = traces.of(look.passage)
        frame = view.frame or fitted(document, trace, look)
        view = replace(view, selected=_query_handle(document, look), frame=frame)
        self.now = Snapshot(document, trace, look, view, traces)
        self.history = History()
        self.gesture: Gesture | None = None
        self.saved: Document | None = document  # what lies on the disk; None: nobody knows
        self.keep: Callable[[Snapshot], object] | None = None  # hears of what is committed, before all others
        self._listeners: list[Listener] = []
        self._telling = False

    @property
    def document(self) -> Document:
        return self.now.document

    @property
    def trace(self) -> Trace:
        return self.now.trace

    @property
    def look(self) -> Look:
        return self.now.look

    @property
    def view(self) -> View:
        return self.now.view

    @property
    def is_telling(self) -> bool:
        """Whether views are being told of a change just now, and so may not ask for another."""
        return self._telling

    @property
    def is_modified(self) -> bool:
        return self.document != self.saved

    @property
    def undo_name(self) -> str | None:
        return self.history.done[-1].name if self.history.done else None

    @property
    def redo_name(self) -> str | None:
        return self.history.undone[-1].name if self.history.undone else None

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Tell `listener` of every change; the function that comes back ends it."""
        self._listeners.append(listener)

        def end() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return end

    # --- edits ------------------------------------------------------------------------------------

    def apply(
        self,
        name: str,
        edit: Edit,
        run: Hashable | None = None,
        view: Mapping[str, Any] = _NOTHING,
        look: Mapping[str, Any] = _NOTHING,
    ) -> bool:
        """Do one edit and remember it under `name`. True if something changed.

        Edits with the same `run`, one after the other, are one step of the history. Raises what the edit
        raises (`Refused`), and then it has changed nothing. A gesture in progress is finished first. Where
        something changes, the fields `view` of `View` and `look` of `Look` change with it.
        """
        self.commit()
        before = self.document
        after = edit(before)
        if not self._become(after, view, look):
            return False
        self.history.record(name, before, after, run)
        self._tell_again()
        return True

    def begin(self, name: str) -> None:
        """Start a gesture called `name`, from here."""
        self.commit()
        self.gesture = Gesture(name, self.now)

    def preview(self, edit: Edit) -> None:
        """Show `edit` applied to the document at the gesture's start: nothing accumulates."""
        assert self.gesture is not None, "preview outside a gesture"
        self._become(edit(self.gesture.start.document))

    def commit(self) -> None:
        """End the gesture: one step of the history if the document changed."""
        gesture, self.gesture = self.gesture, None
        if gesture is None:
            return
        if self.document != gesture.start.document:
            self.history.record(gesture.name, gesture.start.document, self.document)
            self._tell_again()
        elif self.document is not gesture.start.document:
            self._go_back(gesture.start)

    def cancel(self) -> None:
        """End the gesture and put everything back, to the last bit."""
        gesture, self.gesture = self.gesture, None
        if gesture is not None:
            self._go_back(gesture.start)

    def undo(self) -> None:
        """Take the last step back. A gesture in progress is that step, and redo brings it back."""
        self.commit()
        if self.history.done:
            self._become(self.history.undo(self.document))

    def redo(self) -> None:
        """Do the step again that was undone last. A gesture in progress is finished first."""
        self.commit()
        if self.history.undone:
            self._become(self.history.redo(self.document))

    def open(
        self, document: Document, look: Look = _LOOK, seen: Seen | None = None, work: object = None
    ) -> None:
        """Show another document, of another `work`: a fresh start, with no history and the view as at first,
        or as `seen`."""
        fresh = self._fresh(document, look, seen)
        self.cancel()
        self.history = History(work=work)
        self.saved = document
        self._set(**fresh)

    def exchange(
        self, name: str, document: Document, look: Look, seen: Seen | None = None, work: object = None
    ) -> None:
        """Show `document` just as `open` would, but as a step of that name that can be undone.

        A gesture in progress is finished first: what was dragged or typed so far can be had back. With
        `work` the document belongs to that one, until an undo leads back to the other.
        """
        fresh = self._fresh(document, look, seen)
        self.commit()
        if document != self.document:
            self.history.record(name, self.document, document)
        if work is not None:
            self.history.work = work
        self._set(**fresh)

    def mark_saved(self) -> None:
        self.set_saved(self.document)

    def set_saved(self, saved: Document | None) -> None:
        """Tell what of the work lies on the disk; with None the present document counts as modified."""
        self.saved = saved
        self._tell_again()

    def end_run(self) -> None:
        """The next key press starts an entry of its own."""
        self.history.run = None

    def take_up(self, run: Hashable, start: Document) -> None:
        """The next edit with `run` joins the last step of the history, if that step began at `start`."""
        if self.history.done and self.history.done[-1].document == start:
            self.history.run = run

    # --- what is looked at --------------------------------------------------------------------------

    def set_look(self, **changes: Any) -> None:
        """Change fields of `Look`, e.g. ``query=3``. The selected query tip follows the query row."""
        look = fitting(replace(self.look, **changes), self.document)
        if look == self.look:
            return
        view = self.view
        selected = view.selected
        if selected is not None and look.head != self.look.head:
            view = replace(view, selected=replace(selected, head=look.head))
        if (look.query != self.look.query and (selected is None or selected.role == "query")) or (
            selected is not None and not _exists(self.document, look, selected)
        ):
            view = replace(view, selected=_query_handle(self.document, look))
        if look.workspace != self.look.workspace and view.known is not None:
            view = replace(view, known=None)  # Play is Sequence's
        trace = self.trace
        if look.passage != self.look.passage:
            trace = self.now.traces.of(look.passage)
            view = replace(view, picked=None)  # a cell of another passage's matrices
        self.end_run()
        self._set(look=look, view=view, trace=trace)

    def set_view(self, **changes: Any) -> None:
        """Change fields of `View`, e.g. ``hover_token=3``."""
        view = replace(self.view, **changes)
        if view == self.view:
            return
        if view.selected != self.view.selected:
            self.end_run()
        self._set(view=view)

    def say(self, sentence: str) -> None:
        """One sentence to the person; it stays until the next."""
        self.set_view(message=sentence)

    # --- inside ---------------------------------------------------------------------------------------

    def _become(
        self, document: Document, beside: Mapping[str, Any] = _NOTHING, seen: Mapping[str, Any] = _NOTHING
    ) -> bool:
        if document is self.document or document == self.document:
            return False
        look = fitting(replace(self._look_meant(), **seen), document)
        traces = self.now.traces.after(document, look.passage)
        trace = traces.of(look.passage)
        view = self.view
        selected = view.selected
        if selected is not None and (
            not _exists(document, look, selected)
            or (selected.role == "query" and look.query != self.look.query)
        ):
            view = replace(view, selected=_query_handle(document, look))
        if view.message:
            view = replace(view, message="")
        if not self._keeps_cell(document, trace, look):
            view = replace(view, picked=None)
        if beside:
            view = replace(view, **beside)
        self._set(document=document, trace=trace, look=look, view=view, traces=traces)
        return True

    def _keeps_cell(self, document: Document, trace: Trace, look: Look) -> bool:
        """Whether the cell that is picked, if any, is one of the matrices that are shown next."""
        if self.view.picked is None:
            return True
        return look.passage == self.look.passage and (
            _shape(self.document, self.trace, look.passage) == _shape(document, trace, look.passage)
        )

    def _look_meant(self) -> Look:
        """The look, with the query that a gesture took away: its next frame may bring it back."""
        if self.gesture is None:
            return self.look
        start = self.gesture.start.look
        is_gone = fitting(start, self.document).query != start.query
        return replace(self.look, query=start.query) if is_gone else self.look

    def _fresh(self, document: Document, look: Look, seen: Seen | None) -> dict[str, Any]:
        """The parts of a snapshot in which nobody has done anything yet, but for what was `seen` before."""
        look = fitting(look, document)
        traces = Traces(document, self._compute)
        trace = traces.of(look.passage)
        view = replace(
            self.view,
            frame=fitted(document, trace, look),
            snap="off",
            selected=_query_handle(document, look),
            hover_token=None,
            hover_step=None,
            painting=False,
            message="",
            known=None,
            picked=None,
            run=None,
        )
        if seen is not None:
            view = with_seen(view, seen)
            if look.workspace != "sequence":
                view = replace(view, known=None)  # elsewhere nobody could play on
        return {"document": document, "trace": trace, "look": look, "view": view, "traces": traces}

    def _go_back(self, start: Snapshot) -> None:
        # The look too: a word that was taken out and comes back may have been the one that is shown.
        view = replace(self.view, selected=start.view.selected)
        if not self._keeps_cell(start.document, start.trace, start.look):
            view = replace(view, picked=None)
        self._set(document=start.document, trace=start.trace, look=start.look, view=view, traces=start.traces)

    def _compute(self, trace: Trace) -> Trace:
        self.computations += 1
        return trace

    def _set(self, **changes: Any) -> None:
        if self._telling:
            raise RuntimeError("a view may not change the state while it is being told of a change")
        if "document" in changes:
            changes["view"] = _following(changes.get("view", self.view), changes["document"])
        old, self.now = self.now, replace(self.now, **changes)
        self._tell(old)

    def _tell_again(self) -> None:
        """The history or the saved mark changed, the picture did not."""
        self._tell(self.now)

    def _tell(self, old: Snapshot) -> None:
        self._telling = True
        try:
            if self.keep is not None and self.gesture is None:  # a frame of a drag is not committed yet
                self.keep(self.now)
            for listener in tuple(self._listeners):
                listener(old, self.now)
        finally:
            self._telling = False


def _following(view: View, document: Document) -> View:
    """A run of *Learn* is paused by every document that is not its own."""
    run = view.run and view.run.followed(document)
    return view if run is view.run else replace(view, run=run)


def _query_handle(document: Document, look: Look) -> Handle | None:
    passage = document.passages[look.passage]
    return Handle("query", look.query, look.head) if passage.query_tokens else None


def _shape(document: Document, trace: Trace, passage: int) -> tuple[object, ...]:
    """Equal for two moments between which no matrix of a passage has other rows or columns."""
    w_o = document.projection and document.projection.w_o
    of_x: tuple[int, ...] | None = None
    if document.passages[passage].embedding is not None and document.projection is not None:
        of_x = (len(document.projection.w_q[0]),)
    sizes = trace.n_queries, trace.n_keys, trace.d_k, trace.d_v
    return (*sizes, head_count(document, passage), of_x, w_o and (len(w_o), len(w_o[0])))


def _exists(document: Document, look: Look, handle: Handle) -> bool:
    passage = document.passages[look.passage]
    try:
        index_of(passage.tokens_of(handle.role), handle.token)
    except ValueError:
        return False
    return handle.head < head_count(document, look.passage)
