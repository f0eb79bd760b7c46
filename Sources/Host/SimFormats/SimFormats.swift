// What reads a file reads JSON: whoever imports the formats has its values, errors and shapes, too.
@_exported import SimJSON
