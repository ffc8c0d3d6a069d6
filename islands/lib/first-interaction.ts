/** The modules that are loaded at the visitor's first interaction. */

import "./embeds";
import "./hero-video";
