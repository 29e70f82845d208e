"""What the rules of thumb were measured to be worth, as `tables.thumb.measure` gives it."""

from wormadvisor.solver.match import Score
from wormadvisor.solver.thumb_search import Loss
from wormadvisor.tables.thumb import Against, Figures

MEASURED = (
    Figures(
        rules="official",
        loss=Loss(shares=0.006929, se=0.00014, worms=0.18762),
        against=(
            Against(
                opponent="lead",
                score=Score(mean=0.43525, se=0.00462),
                adjusted=Score(mean=0.42769, se=0.00062),
            ),
            Against(
                opponent="network:1",
                score=Score(mean=0.39363, se=0.0045),
                adjusted=Score(mean=0.39091, se=0.0007),
            ),
        ),
    ),
    Figures(
        rules="flip",
        loss=Loss(shares=0.007443, se=0.00015, worms=0.18912),
        against=(
            Against(
                opponent="lead",
                score=Score(mean=0.43962, se=0.00456),
                adjusted=Score(mean=0.43149, se=0.00061),
            ),
            Against(
                opponent="network:1",
                score=Score(mean=0.39887, se=0.00447),
                adjusted=Score(mean=0.39634, se=0.00069),
            ),
        ),
    ),
)
