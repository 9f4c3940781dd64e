"""A line chart with logarithmic axes as SVG, for figures that grow over several powers of ten."""

import math
from collections.abc import Mapping, Sequence
from html import escape

WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 60, 20, 40, 50
COLOURS = ("#1f5fa8", "#b3541e", "#3d7a3a", "#6b4c9a")


def line_chart(title: str, across: str, up: str, lines: Mapping[str, Sequence[tuple[float, float]]]) -> str:
    """The SVG of lines of ``(x, y)`` points, all above zero; axes run over whole powers of ten."""
    points = [point for line in lines.values() for point in line]
    x_low, x_high = _powers([x for x, _ in points])
    y_low, y_high = _powers([y for _, y in points])

    def place(x: float, y: float) -> tuple[float, float]:
        right = (math.log10(x) - x_low) / (x_high - x_low) * (WIDTH - LEFT - RIGHT)
        above = (math.log10(y) - y_low) / (y_high - y_low) * (HEIGHT - TOP - BOTTOM)
        return round(LEFT + right, 1), round(HEIGHT - BOTTOM - above, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="12"><rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="20" font-size="14">{escape(title)}</text>',
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 12}" text-anchor="middle">{escape(across)}</text>',
        f'<text x="14" y="{TOP - 8}">{escape(up)}</text>',
    ]
    for power in range(x_low, x_high + 1):
        x, y = place(10**power, 10**y_low)
        parts.append(f'<path d="M{x} {y}V{TOP}" stroke="#ddd"/>')
        parts.append(f'<text x="{x}" y="{y + 16}" text-anchor="middle">{10**power:,}</text>')
    for power in range(y_low, y_high + 1):
        x, y = place(10**x_low, 10**power)
        parts.append(f'<path d="M{x} {y}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{x - 6}" y="{y + 4}" text-anchor="end">{10**power:g}</text>')
    for number, (name, line) in enumerate(lines.items()):
        colour = COLOURS[number % len(COLOURS)]
        way = " ".join(f"{x},{y}" for x, y in (place(*point) for point in line))
        parts.append(f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [
            f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>' for x, y in (place(*point) for point in line)
        ]
        parts.append(
            f'<text x="{LEFT + 10}" y="{TOP + 16 + 16 * number}" fill="{colour}">{escape(name)}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])


def _powers(values: Sequence[float]) -> tuple[int, int]:
    """The whole powers of ten around values, at least one apart."""
    low = math.floor(math.log10(min(values)))
    return low, max(low + 1, math.ceil(math.log10(max(values))))
