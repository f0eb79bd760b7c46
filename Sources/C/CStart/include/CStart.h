/// Nothing to call: linking this target makes an executable catch signals before it loads anything
/// of its own.
#pragma once
