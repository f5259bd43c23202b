const CHUNK = 4;
