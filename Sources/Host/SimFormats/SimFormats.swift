// Re-exported, since every importer of the formats needs JSON's values, errors and shapes.
@_exported import SimJSON
