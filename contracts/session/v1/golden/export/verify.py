#!/usr/bin/env python3
"""Verifies session logs of the contract session/v1 without ctx. Written from SPEC.md; numbers like (5.1) are its sections.

    python3 verify.py SESSION.jsonl... [--head HASH] [--json] [--statement FILE --signature FILE --signers FILE --signer NAME]

Needs Python 3.9 or later, `records.schema.json` beside it, and `ssh-keygen` for signatures. A log is read once, line by line.
The exit code is 0 if every session passes; 1 if one fails, is incomplete or cannot be read, and for wrong arguments.
"""
import argparse, decimal, hashlib, json, os, re, subprocess, sys
from datetime import datetime, timedelta
from fnmatch import fnmatchcase
from json.encoder import encode_basestring as quoted

MAX_LINE, MAX_WHOLE = 2 ** 27, 2 ** 53 - 1  # bytes, without the LF; the largest of the contract's own numbers (1)
MAX_FINDINGS = 100  # further ones are only counted, so that a hostile log fills no memory
FOREIGN = {"driven", "captured", "imported"}  # capture of what another agent did
AMOUNTS = ("input_tokens", "output_tokens", "cost_microusd")
LIMITS = ("max_turns", "max_model_calls_per_turn", "max_tool_calls", "max_tokens", "max_microusd", "max_wall_ms")
CAUSES = {"timeout": "timeout", "idle": "timeout", "signal": "cancelled", "gone": "cancelled", "budget": "max_budget_reached",
          "log": "log_tampered", "policy": "tool_denied"}  # why an interrupted turn stopped (5.5)
class Stop(Exception):
    """Ends the reading of a file: code, verdict, what to say."""

# --- Canonical JSON (RFC 8785) -----------------------------------------------------------------------------------------------
def number(text):
    """As in ECMAScript, every number is a double; a whole one is an int here."""
    x = float(text)
    return int(x) if abs(x) <= MAX_WHOLE and x == int(x) else x
def parse(text):
    return json.loads(text, parse_int=number, parse_float=number, parse_constant=int)  # int("NaN") is a ValueError
def es_number(x):
    """A double as ECMAScript writes it: Python's repr has the same shortest digits, laid out otherwise."""
    sign, digits, exponent = decimal.Decimal(repr(x)).normalize().as_tuple()
    if not isinstance(exponent, int): return "Infinity"  # which is no JSON, so it is not what was read
    digits = "".join(map(str, digits))
    point = len(digits) + exponent  # how many digits stand before the point
    if not -6 < point <= 21: digits = digits[0] + ("." + digits[1:] if digits[1:] else "") + "e%+d" % (point - 1)
    elif point <= 0: digits = "0." + "0" * -point + digits
    else: digits = digits + "0" * exponent if exponent >= 0 else digits[:point] + "." + digits[point:]
    return "-" + digits if sign else digits
def canonical(value):
    if isinstance(value, str): return quoted(value)
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join([quoted(name) + ":" + canonical(value[name]) for name in names]) + "}"
    if isinstance(value, list): return "[" + ",".join([canonical(item) for item in value]) + "]"
    return "null" if value is None else es_number(value) if isinstance(value, float) else str(value).lower()

# --- Schemas: the keywords that records.schema.json uses; additionalProperties is always false -------------------------------
TYPES = {"object": (dict,), "array": (list,), "string": (str,), "boolean": (bool,), "null": (type(None),), "integer": (int,), "number": (int, float)}
def fits(value, schema):
    if "anyOf" in schema: return any(fits(value, one) for one in schema["anyOf"])
    if "enum" in schema or "const" in schema:
        return any(type(value) is type(one) and value == one for one in schema.get("enum", [schema.get("const")]))
    if "type" in schema and type(value) not in TYPES[schema["type"]]: return False
    if "minimum" in schema and value < schema["minimum"] or "maximum" in schema and value > schema["maximum"]: return False
    if "items" in schema: return len(value) >= schema.get("minItems", 0) and all(fits(item, schema["items"]) for item in value)
    if "properties" in schema:
        known = schema["properties"]
        return all(name in value for name in schema.get("required", ())) and all(n in known and fits(value[n], known[n]) for n in value)
    return "pattern" not in schema or re.fullmatch(schema["pattern"].rstrip("$"), value, re.ASCII) is not None
def load_schemas():
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "records.schema.json"), encoding="utf-8") as file:
        return {one["properties"]["type"]["const"]: one for one in json.load(file)["anyOf"]}

# --- What is kept of turns and runs ------------------------------------------------------------------------------------------
def add(sums, told):
    """With an unknown part, or above 2^53 - 1, a sum is unknown (1)."""
    for name, amount in told.items():
        total = None if amount is None or sums[name] is None else sums[name] + amount
        sums[name] = total if total is not None and total <= MAX_WHOLE else None

class Turn:
    def __init__(self, record, told):
        self.turn, self.prompt = record["turn"], record["prompt"]
        self.stopped = self.reason = None  # what stopped it; the stop_reason that it was closed with
        self.asked, self.resumed = None, False  # the model call that has no answer; whether a session.resumed came since
        # The last answer that is not done with, and its calls as [id, tool, input, state]: the input canonical, None of a malformed call;
        # the state owed, requested or closed. Its finish, if nothing returned since, and its text.
        self.answer, self.calls, self.finish, self.output = None, [], None, ""
        self.open, self.requested = set(), set()  # ids of the calls that did not return, and of all
        self.questions = {}  # by call: [rule, answer], None where there is no answer yet
        self.told, self.said = dict.fromkeys(AMOUNTS, told), {}  # as the result has it; of a driven turn, the sums of what was said
        self.model_calls = self.tool_calls = self.dropped = 0
        self.denials, self.cancel_observed, self.compacted = [], False, False
    def call(self, call_id, state, malformed=False):
        return next((c for c in self.calls if c[0] == call_id and c[3] == state and (c[2] is None or not malformed)), None)

class Run:
    def __init__(self, record, before, prompts):
        self.id, self.agent, self.parent = record["run_id"], record["agent"]["name"], record.get("parent", {}).get("run_id")
        self.settings, self.capture, self.prompts = record["settings"], record["capture"], prompts  # None: not known
        self.pool = {entry["name"] for entry in record["pool"]}
        self.driven, self.captured = self.capture["model"] == "driven", self.capture["model"] == "captured"
        self.shown = not self.driven and not self.captured  # whether its answers are (5.4)
        self.turn, self.last, self.resumed = None, None, False  # the open turn; the last that was closed; whether a session.resumed came since one was opened
        self.closed = self.calls = self.model_calls = 0  # turns that were closed; the last model call; how many ended
        # What budgets count, of this run and all before it in the chain; and what of that is not of this run.
        self.used = dict(before.used) if before else {"turns": 0, "tools": 0, "max_tokens": 0, "max_microusd": 0}
        self.goes_on_with = before.last if before and "reopens" in record else None
        self.used["turns"] -= bool(before and "reopens" in record)
        self.told, self.start = dict.fromkeys(AMOUNTS, None if self.captured else 0), dict(self.used)
def changed(old, new, said):
    """Whether the limits of two settings differ exactly as a session.resumed says."""
    changes = [(name, old["budget"].get(name), new["budget"].get(name)) for name in LIMITS]
    return sorted([one for one in changes if one[1] != one[2]], key=str) == sorted([(one["limit"], one["from"], one["to"]) for one in said], key=str)
def moment_of(at):
    try:
        return datetime.fromisoformat(at[:-1])
    except ValueError:
        return None
def names(rule, tool):
    """Whether a rule of `ask` names a tool without a pattern (5.4): NAME, NAME(*), or what cannot be read."""
    name, bracket, pattern = rule.partition("(")
    if not re.fullmatch("[A-Za-z0-9_.:*-]+", name): return True
    return fnmatchcase(tool, name) and not (bracket and pattern.endswith(")") and pattern not in (")", "*)"))

# --- The rules ---------------------------------------------------------------------------------------------------------------
class Session:
    def __init__(self, found):
        self.found, self.seq, self.id, self.has_parent, self.before, self.at = found, 0, "", False, None, None
        self.planned, self.opened, self.children = {}, set(), {}  # plans by run id; run ids; the open runs with a parent
        self.root = self.last_root = None  # the open run without a parent; the last that was opened
        self.limits = []  # that changed since the last run, as the last session.resumed says
        self.sources, self.trees, self.out, self.epoch = {}, set(), False, -1
        self.allowed, self.agents = set(), set()  # rules that somebody allowed for the session or the project; agents that were driven
    def need(self, holds, code, says):
        if not holds: self.found(code, "fail", self.seq, says)
    def record(self, r):
        self.seq, kind, moment = r["seq"], r["type"], moment_of(r["at"])
        if moment is None or self.at is not None and moment < self.at:
            self.need(False, "time_went_back", "its time is before that of the record before it, or no time at all")
        elif self.at and self.root and self.root.capture["clock"] == "deterministic":
            self.need(moment - self.at == timedelta(milliseconds=1), "capture_untrue", "the clock is said to be deterministic, and did not move by 1 ms")
        self.at = moment or self.at
        stays = kind in ("session.moved", "session.claimed", "session.repaired")
        self.need(not self.out or stays, "moved_untrue", "the session was moved out, and had not come back")
        outside = kind.startswith(("session.", "workspace.", "source.", "finding"))
        (self.outside if outside else self.run_opened if kind == "run.opened" else self.inside)(r, kind)
        self.before = r

    # Records outside of runs (5.2)
    def outside(self, r, kind):
        for plan in r["runs"] if kind in ("session.opened", "session.appended") else ():
            self.need(plan["run_id"] not in self.planned, "run_repeated", "a run is planned twice")
            self.planned[plan["run_id"]] = plan
        if kind == "session.opened":
            self.need(not self.before, "session_opened_twice", "the session was open already")
            if not self.before:
                self.id, self.has_parent, origin = r["session_id"], "parent" in r, r.get("origin", {"kind": "", "sources": []})
                self.need(origin["kind"] != "imported" or origin["sources"], "capture_untrue", "it is imported, and names no source")
                for source in origin["sources"]: self.look(source)
        elif kind == "session.appended":
            self.need(not self.root or self.before["type"] == "session.resumed", "run_still_open", "runs were added while one was open")
        elif kind == "session.resumed": self.resumed(r)
        elif kind == "session.repaired": self.need(r["after_seq"] == self.seq - 1, "repair_untrue", "it does not name the record before it")
        elif kind == "session.moved":
            true = (r["way"] == "in") == self.out and (r["way"] == "in" or "unanswered" not in r)
            self.need(true, "moved_untrue", "it was moved that way already, or is unanswered and goes out")
            self.out = r["way"] == "out"
            self.trees.update({r["tree"]} if "tree" in r else ())
        elif kind == "session.claimed":
            self.need(r["epoch"] > self.epoch, "claim_untrue", "its epoch is not above that of the claim before")
            self.epoch = r["epoch"]
        elif kind == "source.observed":
            self.look(r)
            self.need(all(one["held"] <= one["of"] for one in r.get("checked", ())), "source_untrue", "more held than was checked")
        elif kind == "workspace.snapshot": self.trees.add(r["tree"])
        elif kind == "workspace.restored": self.need(r["tree"] in self.trees, "restored_unknown", "no record before it has that tree")
        elif kind == "workspace.changed":
            run, by = self.run_of(r, kind), r["by"]
            turn = run.turn if run else None
            true = ("call_id" in r) == (by == "call") and (turn or by == "outside") and (by != "call" or r["call_id"] in turn.requested)
            self.need(true, "change_untrue", "there is no such call, or no such turn")
        elif kind == "finding": self.need(all(n < self.seq for n in r["records"]), "finding_untrue", "it names a record that is not before it")
    def look(self, source):
        start, seen = source.get("from", 0), self.sources.get(source["source"])
        self.need(start <= source["size"] and start in (0, seen), "source_untrue", "`from` is not what was seen before")
        self.sources[source["source"]] = source["size"]
    def resumed(self, r):
        self.need((r["from_seq"], r["from_hash"]) == (self.before["seq"], self.before["hash"]), "resume_untrue", "it does not go on from the record before it")
        for one in self.open_runs() + [run.turn for run in self.open_runs() if run.turn]: one.resumed = True
        self.limits = r.get("limits", [])
        if not self.root: return
        old, new = self.root.settings, r.get("settings", self.root.settings)
        for name in ("model", "effort"):
            said, was, now = r.get(name), old.get(name), new.get(name)
            true = was == now if said is None else was != now and said["to"] == now and (name == "model" or said["from"] == was)
            self.need(true, "resume_untrue", "what it says of the %s is not what its settings say" % name)
        self.need(changed(old, new, self.limits), "limits_untrue", "its limits are not what changed in the settings")
        self.root.settings, self.limits = new, []

    # Runs (5.3)
    def open_runs(self):
        return ([self.root] if self.root else []) + list(self.children.values())
    def run_of(self, r, kind):  # the open run that a record belongs to: one with a parent by its name, else the one without
        return self.children.get(r["run_id"]) if "run_id" in r and (kind != "run.closed" or "parent" in r) else self.root
    def run_opened(self, r, _):
        run_id, parent, settings, before, plan = r["run_id"], r.get("parent"), r["settings"], None, None
        self.need(run_id not in self.opened, "run_repeated", "the run was opened before")
        if parent:
            self.need("continues" not in r, "continues_unknown", "a run with a parent continues none")
            self.need(parent["run_id"] in self.opened, "parent_unknown", "its parent was not opened before")
        else:
            plan, before = self.planned.get(run_id), self.last_root if "continues" in r else None
            self.need(not self.root, "run_still_open", "another run is open")
            self.need(plan, "run_not_planned", "nobody planned the run")
            self.need("continues" not in r or before and before.id == r["continues"], "continues_unknown", "it continues another run than the last")
            true = (plan or {}).get("reopens") == r.get("reopens") and ("reopens" not in r or before and before.last and before.last.reason != "completed")
            self.need(true, "reopen_untrue", "it goes on with a turn, and was not planned so, or there is none; or it was planned so")
            self.need(not before or changed(before.settings, settings, self.limits), "limits_untrue", "its limits are not those of the run before it")
            self.limits = []
        self.need("retells" not in r or r["retells"] in self.opened, "retells_unknown", "the run that it tells again was not opened before")
        digest, fence = "sha256:" + hashlib.sha256(canonical(settings["policy"]).encode()).hexdigest(), r.get("fence", {})
        true = fence.get("policy_digest", digest) == digest and fence.get("open_paths", []) == settings.get("open_paths", [])
        self.need(true, "fence_untrue", "its fence is not that of its settings")
        model, tools, name, own = r["capture"]["model"], r["capture"]["tools"], settings["model"], r["agent"]["name"] == "ctx"
        true = {"scripted": name.startswith("script:") and "script_digest" in settings, "live": not name.startswith(("script:", "replay:")),
                "recorded": self.has_parent or name.startswith("replay:") and "recording_head" in settings}.get(model, True)
        true = true and (not {model, tools} & FOREIGN if own else model in FOREIGN) and ("imported" not in (model, tools) or self.sources)
        self.need(true and (tools != "recorded" or self.has_parent), "capture_untrue", "the capture manifest does not go with the run")
        agent = (r["agent"]["name"], r["agent"].get("session_id"))
        self.need("resumed" not in r["agent"] or agent[1] is not None and agent in self.agents, "continues_unknown", "nobody drove the session of the agent that it takes up")
        self.agents.update({agent} if model == "driven" else ())
        run = Run(r, before, plan["prompts"] if plan and (own or plan["prompts"]) else None)
        run.allowed = set(self.allowed); self.opened.add(run_id)
        if parent: self.children[run_id] = run
        else: self.root = self.last_root = run
    def run_closed(self, run, r):
        self.need(r["run_id"] == run.id, "run_not_open", "another run is open")
        self.need(not run.turn, "turn_still_open", "a turn of the run is still open")
        self.need(r.get("parent") == run.parent, "parent_unknown", "its parent is not that of its opening")
        add(run.told, run.turn.told if run.turn else {})
        totals = {"turns": run.used["turns"] - run.start["turns"], "model_calls": run.model_calls, "tool_calls": run.used["tools"] - run.start["tools"], **run.told}
        self.need(r["totals"] == totals, "totals_untrue", "its records add up to " + json.dumps(totals))
        all_done, limit = run.prompts is None or run.closed >= len(run.prompts), run.settings["budget"].get("max_turns", MAX_WHOLE)
        reason = "completed" if all_done else "max_turns_reached" if run.used["turns"] >= limit else "cancelled" if run.driven and run.resumed and not run.turn else None
        reason = run.last.reason if run.last and run.last.reason != "completed" else reason
        self.need(r["stop_reason"] == reason, "stop_reason_untrue", "its records say %s" % (reason or "that it was not over"))
        if run.parent: del self.children[run.id]
        else: self.root = None

    # Turns (5.4)
    def inside(self, r, kind):
        run = self.run_of(r, kind)
        if not run: self.need(False, "run_not_open", "it stands outside of any open run")
        elif kind in ("run.closed", "turn.opened"): (self.run_closed if kind == "run.closed" else self.turn_opened)(run, r)
        elif not run.turn: self.need(False, "turn_not_open", "it stands outside of any turn")
        else:
            after = kind.startswith("sandbox.") or kind in ("tool.returned", "turn.interrupted", "approval.given", "turn.closed")
            self.need(run.driven or not run.turn.stopped or after, "turn_over", "the turn had been stopped")
            getattr(self, kind.replace(".", "_"), self.others)(run, run.turn, r)
    def turn_opened(self, run, r):
        self.need(not run.turn, "turn_still_open", "the turn before it was not closed")
        self.need(r["turn"] == run.closed + 1, "turn_out_of_order", "it is not turn %d" % (run.closed + 1))
        planned = run.prompts is None or [r["prompt"]] == run.prompts[max(r["turn"] - 1, 0):][:1] and r["turn"] > 0
        self.need(planned or "redacted" in r, "prompt_not_planned", "its prompt is not the one that was planned")
        add(run.told, run.turn.told if run.turn else {})
        run.turn, run.resumed, last = Turn(r, 0 if run.shown else None), False, run.goes_on_with
        if last and last.reason != "completed" and run.closed == 0:
            self.need(r["prompt"] == last.prompt or "redacted" in r, "reopen_untrue", "its prompt is not that of the turn that it goes on with")
            for name in () if run.driven else ("answer", "calls", "output", "questions"): setattr(run.turn, name, getattr(last, name))
        run.used["turns"] += 1
        self.need(run.used["turns"] <= run.settings["budget"].get("max_turns", MAX_WHOLE), "budget_exceeded", "the turns were used up")
    def within(self, run):
        for name in ("max_tokens", "max_microusd"):
            self.need(run.used[name] <= run.settings["budget"].get(name, run.used[name]), "budget_exceeded", "%s was used up" % name)
    def settled(self, run, turn, closing):  # what was asked before, when the model is asked again or the turn closed
        self.need(turn.asked is None or turn.resumed and not closing, "model_call_unanswered", "a model call has no answer")
        states = {call[3] for call in turn.calls}
        owed = "owed" in states and turn.answer["finish"] == "tool_calls" and not turn.stopped or run.driven and closing and turn.open
        self.need(not owed and "requested" not in states, "tool_call_unreturned", "a call had not returned")
    def model_requested(self, run, turn, r):
        self.need(r["call"] == run.calls + 1, "model_call_out_of_order", "it is not call %d" % (run.calls + 1))
        self.need(all(n < self.seq for one in r["messages"] for n in one["from"]), "message_from_nowhere", "a message comes from no record before it")
        self.settled(run, turn, False)
        self.need(turn.model_calls < run.settings["budget"]["max_model_calls_per_turn"], "budget_exceeded", "the model calls of the turn were used up")
        self.within(run)
        run.calls = turn.asked = r["call"]
        turn.resumed, turn.answer, turn.calls = False, None, []
    def ended(self, run, turn, r=None, unasked=False):  # a model call counts when it ends, if one was asked (5.5)
        self.need(not r or turn.asked == r["call"] or turn.asked is None and unasked, "answer_without_request", "that call was not asked, or has its answer")
        if turn.asked is not None: turn.model_calls, run.model_calls, turn.asked = turn.model_calls + 1, run.model_calls + 1, None
    def model_responded(self, run, turn, r):
        self.ended(run, turn, r)
        self.uses(run, turn, r)
        turn.answer, turn.finish, parts = r, r["finish"], r["content"]
        turn.output = "".join([part["text"] for part in parts if part["type"] == "text"])
        turn.calls = [[p["call_id"], p["tool"], canonical(p["input"]) if "input" in p else None, "owed"] for p in parts if "call_id" in p]
        if run.driven:
            self.need(not turn.calls, "tool_call_not_asked", "an answer of a driven run has calls")
            turn.answer, turn.calls = None, []
    def model_failed(self, run, turn, r):
        self.ended(run, turn, r, unasked=r["failure"] == "script" and not r["will_retry"])
        turn.stopped = turn.stopped if r["will_retry"] else "model_error"
    def uses(self, run, turn, r):  # tokens and money (5.5)
        told = {name: (r["usage"] or {}).get(name) if name != "cost_microusd" else r[name] for name in AMOUNTS}
        run.used["max_tokens"] += (told["input_tokens"] or 0) + (told["output_tokens"] or 0)
        run.used["max_microusd"] += told["cost_microusd"] or 0
        if run.driven:  # unknown until a record says something, then the sum of what was said
            for name in filter(lambda name: told[name] is not None, AMOUNTS):
                turn.said[name] = turn.said.get(name, 0) + told[name]; turn.told[name] = turn.said[name] if turn.said[name] <= MAX_WHOLE else None
        else: add(turn.told, {} if run.captured else told)
    def others(self, run, turn, r):
        kind = r["type"]
        if kind == "usage.reported":
            self.need(run.driven, "usage_untrue", "only a driven run reports its usage")
            self.uses(run, turn, r)
        elif kind == "output.rejected": turn.answer, turn.calls, turn.stopped = None, [], turn.stopped if r["will_repair"] else "output_invalid"
        elif kind == "context.compacted": turn.compacted, turn.dropped = True, turn.dropped + (r["turns_dropped"] or 0)
        elif kind == "approval.requested":
            self.need(not run.shown or turn.call(r["call_id"], "owed"), "approval_untrue", "nobody asked for the call, or it was made before")
            turn.questions[r["call_id"]] = [r["rule"], None]
        elif kind == "approval.given":
            question = turn.questions.setdefault(r["call_id"], [None, "nobody asked"])
            self.need(question[1] is None, "approval_untrue", "nobody had been asked about the call, or it has its answer")
            question[1] = r["answer"]
            for rules in (self.allowed, run.allowed): rules.update({question[0]} if r["answer"] == "allow" and r["scope"] != "once" else ())
        else:  # sandbox.*
            self.need(not run.shown or turn.call(r["call_id"], "requested"), "return_without_request", "no such call was open")
    def tool_requested(self, run, turn, r):
        call_id, tool, call, question = r["call_id"], r["tool"], turn.call(r["call_id"], "owed"), turn.questions.pop(r["call_id"], None)
        self.need(not run.shown or call and call[1] == tool and call[2] == canonical(r["input"]), "tool_call_not_asked", "nobody asked for this call")
        if call: call[3] = "requested"
        for ids in (turn.open, turn.requested): ids.add(call_id)
        asks = [rule for rule in run.settings["policy"].get("ask", ()) if run.agent == "ctx" and names(rule, tool)]
        allowed = question[1] == "allow" if question else run.allowed.issuperset(asks)
        self.need(allowed, "approval_untrue", "the call was let through, and nobody had allowed it")
        self.need(tool in run.pool or run.agent != "ctx" and not run.pool, "tool_outside_pool", "the tool is not in the run's pool")
        if not run.driven or r.get("enforcement") != "none":
            self.need(run.used["tools"] < run.settings["budget"].get("max_tool_calls", MAX_WHOLE), "budget_exceeded", "the tool calls were used up")
            self.within(run)
        turn.tool_calls, run.used["tools"] = turn.tool_calls + 1, run.used["tools"] + 1
    def tool_returned(self, run, turn, r):
        call_id, returned = r["call_id"], r["type"] == "tool.returned"
        if run.driven:
            self.need((call_id in turn.open) == returned, "return_without_request", "no such call was open" if returned else "it was let through")
        elif run.shown or turn.answer:
            call = turn.call(call_id, "requested") or turn.call(call_id, "owed", malformed=True) if returned else turn.call(call_id, "owed")
            self.need(call, "return_without_request", "no such call was open")
            if call: call[3] = "closed"
            if call and all(one[3] == "closed" for one in turn.calls): turn.answer, turn.calls = None, []  # done with
        turn.open.discard(call_id)
        turn.finish, denied = None, r.get("denied") if returned else r
        turn.denials += [{"tool_name": r["tool"], "reason": denied["reason"]}] if denied else []
        turn.stopped = "tool_denied" if denied and run.settings["policy"]["on_deny"] == "stop" else turn.stopped
    tool_denied = tool_returned
    def turn_interrupted(self, run, turn, r):
        self.ended(run, turn)
        turn.stopped, turn.cancel_observed = CAUSES[r["cause"]], r["cancel_observed"]
    def turn_closed(self, run, turn, r):
        self.settled(run, turn, True)
        expected = {"turn": turn.turn, "prompt": turn.prompt, "usage": turn.told, "model_calls": turn.model_calls, "tool_calls": turn.tool_calls,
                    "permission_denials": turn.denials, "cancel_observed": turn.cancel_observed, "compaction_occurred": turn.compacted,
                    "turns_dropped": turn.dropped, **({} if run.captured or "redacted" in r else {"output": turn.output})}
        wrong = [name for name in expected if r["result"][name] != expected[name]]
        self.need(not wrong, "turn_result_untrue", "not what the turn's records say: " + ", ".join(wrong))
        turn.reason, reason = r["result"]["stop_reason"], turn.stopped or self.ending(run, turn)
        self.need(turn.reason == reason or run.captured and not reason, "stop_reason_untrue", "its records say %s" % (reason or "that it was not over"))
        if turn.reason == "completed": self.within(run)
        add(run.told, turn.told)
        run.closed, run.last, run.turn = run.closed + 1, turn, None
    def ending(self, run, turn):  # of a turn that nothing stopped (5.5)
        finish = turn.finish if run.driven else turn.answer and turn.answer["finish"]
        if finish in ("length", "content_filter"): return finish
        if finish == "stop" if run.driven else turn.answer and not turn.calls: return "completed"
        over = turn.model_calls >= run.settings["budget"]["max_model_calls_per_turn"]
        return "max_iterations_reached" if over and (run.driven or not turn.answer) else None

    # The end (5.6)
    def end(self, seq):
        for run in self.open_runs():
            turn = run.turn
            missing = {"model_call_open": turn and turn.asked is not None, "turn_open": turn, "run_open": True,
                       "tool_call_open": turn and run.shown and any(call[3] == "requested" for call in turn.calls)}
            for code in filter(missing.get, missing): self.found(code, "incomplete", seq, "something of the run %s is still open" % run.id)
        for run_id in self.planned.keys() - self.opened:
            self.found("run_missing", "incomplete", seq, "the run %s was planned and never opened" % run_id)

# --- Lines (5.1) -------------------------------------------------------------------------------------------------------------
def lines_of(file):
    """Each line without its LF; of one that is too long, no more is kept than the limit."""
    line = more = file.readline(MAX_LINE + 1)
    while line:
        length = len(line)
        while length > MAX_LINE and more and not more.endswith(b"\n"):
            more = file.readline(2 ** 20)
            length += len(more)
        if not more.endswith(b"\n"): raise Stop("torn_tail", "incomplete", "the last line was not written whole (%d bytes of it)" % length)
        if length > MAX_LINE + 1: raise Stop("line_too_long", "fail", "the line has more than %d bytes" % MAX_LINE)
        yield line[:-1]
        line = more = file.readline(MAX_LINE + 1)

def read_record(line, seq, head, schemas):
    """One line, looked at in the order of 5.1."""
    def need(holds, code, says, verdict="fail"):
        if not holds: raise Stop(code, verdict, says)
    try:
        r = parse(text := line.decode("utf-8"))
    except ValueError as error:
        need(not isinstance(error, UnicodeDecodeError), "invalid_utf8", "the line is not UTF-8")
        raise Stop("line_not_json", "fail", "the line is not JSON")
    need(isinstance(r, dict), "record_malformed", "it is no object")
    need(seq > 0 or type(r.get("format")) not in (int, float) or r["format"] <= 1, "format_newer", "a later version wrote it", "incomplete")
    need(type(r.get("seq")) is int and r["seq"] == seq, "seq_gap", "its seq is not %d" % seq)
    need(r.get("prev") == head, "prev_mismatch", "its prev is not the hash of the record before it")
    member = ('"hash":"%s",' % r.get("hash")).encode("utf-8", "surrogatepass")
    need("sha256:" + hashlib.sha256(line.replace(member, b"", 1)).hexdigest() == r.get("hash"), "hash_mismatch", "its content does not have its hash")
    schema = schemas.get(r["type"]) if isinstance(r.get("type"), str) else None
    need(schema, "type_unknown", "nobody knows its type")
    need(seq > 0 or r["type"] == "session.opened", "not_opened", "the first record does not open the session")
    need(fits(r, schema), "record_malformed", "it does not fit the schema of its type")
    need(canonical(r) == text, "not_canonical", "it is not written in canonical form")
    return r

def verify(path, schemas, head=None, statement=None, wrong=None):
    """Reads one file; gives what `--json` prints. A statement is what `read_statement` gave, with what was wrong with it."""
    findings, verdicts = [], {"fail": 0, "incomplete": 0}
    def found(code, verdict, seq, says):
        verdicts[verdict] += 1
        if len(findings) < MAX_FINDINGS: findings.append({"code": code, "verdict": verdict, "seq": seq, "message": says})
    session, seq, last, stopped, signed, digest = Session(found), 0, "sha256:" + "0" * 64, None, 0, hashlib.sha256()
    with open(path, "rb") as file:
        try:
            for line in lines_of(file):
                r = read_record(line, seq, last, schemas)
                session.record(r)
                seq, last = seq + 1, r["hash"]
                if statement:
                    digest.update(line + b"\n")
                    signed = seq if last == statement["ledgerHead"] else signed
        except (Stop, RecursionError) as stop:
            stopped, verdict, says = stop.args if isinstance(stop, Stop) else ("nested_too_deep", "fail", "it is nested too deep")
            found(stopped, verdict, seq, says)
        size = os.fstat(file.fileno()).st_size
    if stopped in (None, "torn_tail"): session.end(seq)
    if seq == 0 and not stopped: found("session_empty", "incomplete", 0, "there is no record in it")
    if stopped != "format_newer" and head not in (None, last if seq else None):
        found("head_mismatch", "fail", seq, "its last record has another hash than the one that was kept")
    if wrong: found(wrong[0], "fail", 0, wrong[1])
    if statement: about(statement, session.id, signed, seq, None if stopped else (size, digest.hexdigest()), found)
    verdict = next(filter(verdicts.get, verdicts), "pass")
    return {"path": path, "verdict": verdict, "session_id": session.id, "records": seq, "bytes": size, "chain_head": last if seq else None,
            "findings": findings, "findings_left_out": sum(verdicts.values()) - len(findings)}

# --- Signatures (5.7) --------------------------------------------------------------------------------------------------------
def read_statement(options):
    """What a statement says, if the signer signed it; else what is wrong with it."""
    with open(options.statement, "rb") as file: data = file.read(2 ** 24)
    ran = subprocess.run(["ssh-keygen", "-Y", "verify", "-f", options.signers, "-I", options.signer, "-n", "ctx-session", "-s", options.signature],
                         input=data, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if ran.returncode: return None, ("signature_invalid", "ssh-keygen: " + ran.stdout.decode("utf-8", "replace")[:300].strip())
    try:
        statement = parse(data.decode("utf-8"))
        says = {**statement["predicate"], "digests": [one["digest"].get("sha256") for one in statement["subject"]], "last": statement["predicate"]["range"]["toSeq"]}
        kind = (statement["_type"], statement["predicateType"]) == ("https://in-toto.io/Statement/v1", "urn:ctx:predicate:session:v1")
        whole = [type(n) for n in (says["records"], says["bytes"], says["last"], says["range"]["fromSeq"])] == [int] * 4 and "prevHashBefore" in says["range"]
        if kind and canonical(statement).encode() + b"\n" == data and says["digests"] and whole:
            return {name: says[name] for name in ("caseId", "ledgerHead", "records", "last", "bytes", "digests")}, None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError): pass
    return None, ("statement_malformed", "it is no statement about a session, in canonical form")
def about(statement, session_id, signed, records, whole, found):
    """What the statement says of the session; `whole` are size and digest of a file that ends with its last record."""
    if statement["caseId"] != session_id: found("signature_of_other", "fail", 0, "the signature is about another session")
    elif not signed:
        found("signed_head_missing", "fail", records, "the session lacks the last record that was signed: it was cut off or written again")
    elif (statement["records"], statement["last"]) != (signed, signed - 1) or \
            whole and signed == records and (whole[0] != statement["bytes"] or whole[1] not in statement["digests"]):
        found("statement_untrue", "fail", signed - 1, "the statement counts otherwise than the session does, or has another digest")
    elif signed < records: found("signature_partial", "incomplete", signed, "the signature is about the first %d records of %d" % (signed, records))

def main(argv):
    parser = argparse.ArgumentParser(description="Verifies session logs of the contract session/v1.")
    parser.error = lambda message: parser.exit(1, "verify.py: %s\n" % message)
    parser.add_argument("session", nargs="+", metavar="SESSION.jsonl")
    parser.add_argument("--json", action="store_true", help="one line of JSON for each session")
    for name, what in (("head", "the last record's hash, kept elsewhere"), ("statement", "ID.statement.json"), ("signature", "ID.statement.json.sig"),
                       ("signers", "OpenSSH's allowed signers"), ("signer", "who must have signed, as the allowed signers call them")):
        parser.add_argument("--" + name, help=what)
    options = parser.parse_args(argv)
    signing = [options.statement, options.signature, options.signers, options.signer]
    if any(signing) != all(signing) or len(options.session) > 1 and (any(signing) or options.head):
        parser.error("--statement, --signature, --signers and --signer go together; they and --head go with one session")
    sys.setrecursionlimit(5000)  # enough for what is nested 1,000 levels deep
    schemas, passed = None, True
    for path in options.session:
        try:
            if not os.path.isfile(path): raise OSError("it is no file")
            schemas = schemas or load_schemas()
            result = verify(path, schemas, options.head, *(read_statement(options) if options.statement else ()))
        except (OSError, MemoryError, ValueError) as error:
            result = {"path": path, "verdict": "error", "findings": [], "findings_left_out": 0, "message": str(error) or "out of memory"}
        passed = passed and result["verdict"] == "pass"
        lines = [path + ": " + result["verdict"] + " " + result.get("message", "")]
        lines += ["  %(verdict)s: record %(seq)d: %(message)s (%(code)s)" % one for one in result["findings"]]
        for line in [result] if options.json else lines + ["  and %d more" % result["findings_left_out"]] * bool(result["findings_left_out"]):
            print(json.dumps(line) if options.json else json.dumps(line)[1:-1].rstrip())  # as JSON, no log can write to a terminal what it likes
    return 0 if passed else 1

if __name__ == "__main__": sys.exit(main(sys.argv[1:]))
