"""Units: reading them, and converting numbers between them as the service does."""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal

from .errors import UnitError, did_you_mean

_PREFIXES = {
    "q": -30,
    "r": -27,
    "y": -24,
    "z": -21,
    "a": -18,
    "f": -15,
    "p": -12,
    "n": -9,
    "u": -6,
    "m": -3,
    "c": -2,
    "d": -1,
    "": 0,
    "da": 1,
    "h": 2,
    "k": 3,
    "M": 6,
    "G": 9,
    "T": 12,
    "P": 15,
    "E": 18,
    "Z": 21,
    "Y": 24,
    "R": 27,
    "Q": 30,
}
_BASES = {
    "s": "time",
    "Hz": "frequency",
    "V": "voltage",
    "A": "current",
    "W": "power",
    "K": "temperature",
    "Ohm": "resistance",
    "rad": "angle",
    "Phi0": "magnetic flux",
}
_SCALABLE = re.compile(f"({'|'.join(_PREFIXES)})({'|'.join(_BASES)})")
_COMMON = (
    "s",
    "ms",
    "us",
    "ns",
    "Hz",
    "kHz",
    "MHz",
    "GHz",
    "V",
    "mV",
    "A",
    "mA",
    "K",
    "mK",
    "rad",
    "deg",
    "%",
    "dBm",
)
_MILLIWATT = -3
_NEPERS_PER_DECIBEL = math.log(10) / 10


@dataclass(frozen=True)
class Unit:
    """What a unit measures. Units of one dimension convert into each other."""

    name: str
    dimension: str
    exponent: int = 0
    factor: float = 1.0
    is_decibel_milliwatt: bool = False


_OTHERS = {
    "": Unit("", "ratio"),
    "1": Unit("1", "ratio"),
    "a.u.": Unit("a.u.", "ratio"),
    "%": Unit("%", "ratio", -2),
    "percent": Unit("%", "ratio", -2),
    "ppm": Unit("ppm", "ratio", -6),
    "deg": Unit("deg", "angle", 0, math.pi / 180),
    "dB": Unit("dB", "level"),
    "dBm": Unit("dBm", "power", is_decibel_milliwatt=True),
}


def parse_unit(text: str | None) -> Unit:
    """Read a unit in any of its spellings; None is a plain number.

    Raises:
        UnitError: the unit is unknown.
    """
    spelled = _canonical(text or "")
    simple = _simple(spelled)
    if simple:
        return simple
    parts = [_simple(_canonical(part)) for part in spelled.split("/")] if spelled.count("/") == 1 else []
    if len(parts) == 2 and parts[0] and parts[1] and not any(p and p.is_decibel_milliwatt for p in parts):
        above, below = parts[0], parts[1]
        return Unit(
            f"{above.name}/{below.name}",
            f"{above.dimension}/{below.dimension}",
            above.exponent - below.exponent,
            above.factor / below.factor,
        )
    raise UnitError(f"unknown unit '{text}'{did_you_mean(spelled, _COMMON)}")


def same_dimension(one: str, other: str) -> bool:
    """Whether numbers in one unit convert into the other."""
    return parse_unit(one).dimension == parse_unit(other).dimension


def convert(value: float, source: str, target: str) -> float:
    """Convert a value. 0.08 ms is exactly 80 us: a prefix changes no digit.

    Raises:
        UnitError: the units are of different dimensions, or the value has no counterpart (0 W in dBm).
    """
    one, other = _pair(source, target)
    if one.is_decibel_milliwatt == other.is_decibel_milliwatt:
        return _scaled(value, one, other)
    if one.is_decibel_milliwatt:
        return _shifted(10 ** (value / 10), _MILLIWATT - other.exponent)
    if value <= 0:
        raise UnitError(f"{value:g} {source} has no value in dBm: the power must be above 0")
    return 10 * math.log10(_shifted(value, one.exponent - _MILLIWATT))


def convert_error(error: float, value: float, source: str, target: str) -> float:
    """Convert the standard error of a value, to first order."""
    one, other = _pair(source, target)
    if one.is_decibel_milliwatt == other.is_decibel_milliwatt:
        return _scaled(error, one, other)
    if one.is_decibel_milliwatt:
        return _shifted(10 ** (value / 10) * _NEPERS_PER_DECIBEL * error, _MILLIWATT - other.exponent)
    return error / value / _NEPERS_PER_DECIBEL


def _pair(source: str, target: str) -> tuple[Unit, Unit]:
    one, other = parse_unit(source), parse_unit(target)
    if one.dimension != other.dimension:
        raise UnitError(f"'{source}' ({one.dimension}) does not convert into '{target}' ({other.dimension})")
    return one, other


def _scaled(value: float, one: Unit, other: Unit) -> float:
    factor = one.factor / other.factor
    return _shifted(value if factor == 1 else value * factor, one.exponent - other.exponent)


def _shifted(value: float, exponent: int) -> float:
    if exponent == 0 or not math.isfinite(value):
        return float(value)
    return float(Decimal(repr(float(value))).scaleb(exponent))


def _canonical(text: str) -> str:
    spelled = unicodedata.normalize("NFKC", text).strip()
    spelled = re.sub("^[µμ]", "u", spelled)
    spelled = re.sub("(?:Ω|[oO]hms?)$", "Ohm", spelled)
    spelled = re.sub("(?:Φ|Phi|phi)_?0$", "Phi0", spelled)
    spelled = re.sub("^(?:°|degrees?)$", "deg", spelled)
    return re.sub("radians?$", "rad", spelled)


def _simple(spelled: str) -> Unit | None:
    if spelled in _OTHERS:
        return _OTHERS[spelled]
    found = _SCALABLE.fullmatch(spelled)
    if not found:
        return None
    return Unit(spelled, _BASES[found[2]], _PREFIXES[found[1]])
