/** What waits for the reader's first sign. */

import "./embeds";
import "./film";
