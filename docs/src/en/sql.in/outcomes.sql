SELECT id, grundy_outcome(game, a, b) AS outcome
FROM 'positions.csv'
WHERE b IS NOT NULL
ORDER BY id;
