"""Hands in which everybody who passes, and then plays his first legal card in the order of `CARDS`,
ties with others for the most points of a Trischaken.
"""

from __future__ import annotations

TIES: dict[tuple[int, ...], list[str]] = {  # the points of the four seats
    (38, 8, 38, 4): [
        "C-C T-XI T-XII T-XVIII H-J T-XIX T-VIII T-V T-IIII T-XVI",
        "H-C D-J T-VII T-Sk H-Q T-I T-XIII C-10 S-C S-10",
        "T-XX T-VI T-IX D-C H-K C-Q T-XVII S-Q T-XXI T-XIV",
        "T-X C-K D-K S-J D-Q D-1 T-XV S-K H-1 C-J",
    ],
    (35, 6, 12, 35): [
        "T-XIII T-I H-C T-XVI D-J T-V C-Q T-XV T-IIII H-K",
        "S-C C-K C-J T-X T-VIII S-K T-XII C-C T-VI T-XIX",
        "S-J D-1 H-Q T-XX H-1 T-XVIII D-C T-XXI S-10 T-IX",
        "T-XVII C-10 H-J T-Sk D-Q S-Q D-K T-XIV T-XI T-VII",
    ],
    (28, 28, 28, 4): [
        "T-XX T-XVIII C-C S-Q D-K T-XVI T-IIII H-K T-VIII T-IX",
        "H-C T-XIII S-C T-XIX T-XXI S-10 D-Q T-Sk T-XIV T-VII",
        "H-1 C-J T-V T-XI T-XV D-1 T-I T-XVII D-J C-K",
        "C-Q H-J T-VI H-Q T-X C-10 D-C T-XII S-J S-K",
    ],
    (4, 28, 28, 28): [
        "H-Q C-K S-10 S-C C-10 T-XII T-XX D-Q T-I S-K",
        "D-1 T-XVI T-XIX T-XIV H-J T-XI T-XVII T-IIII T-XIII T-VIII",
        "T-VI D-J C-J H-C T-XXI D-K T-VII T-XVIII C-C H-1",
        "T-IX H-K T-X C-Q T-Sk S-Q T-XV D-C S-J T-V",
    ],
    (22, 22, 22, 22): [
        "T-XVI H-1 D-1 T-XIX T-XI T-XIV T-XV H-Q S-10 T-Sk",
        "T-XVIII H-C S-J C-Q D-J C-10 T-V D-K T-VIII T-XIII",
        "T-XVII T-I T-IX T-VII S-C C-J H-K H-J T-IIII D-Q",
        "T-VI T-XX C-C T-X D-C T-XXI T-XII C-K S-K S-Q",
    ],
}
