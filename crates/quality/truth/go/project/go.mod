module example.test/tiled

go 1.22
