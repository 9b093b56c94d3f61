"""The scale of d_k."""

from attnstudio.ui.sampling.sizes import LAST, MARKED, d_k_at, tick_of


def test_the_scale_has_every_power_of_two() -> None:
    assert [d_k_at(tick_of(2**n)) for n in range(13)] == [2**n for n in range(13)]
    assert (d_k_at(0), d_k_at(LAST)) == (1, 4096)
    assert all(d_k_at(tick_of(d_k)) == d_k for d_k in MARKED)
