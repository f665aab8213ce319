"""The large half-figures: four courts and the harlequin, with what they are made of."""
