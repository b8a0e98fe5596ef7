"""The exit statuses that don't come with an error."""

from __future__ import annotations

from typing import Final

LEGAL: Final = 0
"""All was read, all is legal."""

NOT_LEGAL: Final = 1
"""All was read, and some ruling is not "legal"."""

UNREAD: Final = 3
"""Something could not be read, or needs a person's look."""

STOPPED: Final = 130
"""What a shell reports for a program ended by Ctrl-C."""

BROKEN_PIPE: Final = 141
"""What a shell reports for a program ended by SIGPIPE."""

ENDED: Final = 143
"""What a shell reports for a program ended by SIGTERM; so too where its terminal was closed."""
