BEGIN TRANSACTION;
CREATE TABLE collections (
	serial INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	"key" VARCHAR(32) NOT NULL, 
	project VARCHAR(128) NOT NULL, 
	location VARCHAR(128) NOT NULL, 
	id VARCHAR(128) NOT NULL, 
	display_name TEXT NOT NULL, 
	description TEXT NOT NULL, 
	details JSON NOT NULL, 
	create_time DATETIME NOT NULL, 
	update_time DATETIME NOT NULL, 
	UNIQUE (project, location, id), 
	UNIQUE ("key")
);
INSERT INTO "collections" VALUES(1,'0f18f18c05fee0cc','local','global','notes','Notes','Of the harbour','{"a": 1}','2026-12-01 03:27:44.212275','2026-12-01 03:27:44.212275');
CREATE TABLE documents (
	serial INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	collection VARCHAR(32) NOT NULL, 
	id VARCHAR(128) NOT NULL, 
	display_name TEXT NOT NULL, 
	title TEXT NOT NULL, 
	link TEXT NOT NULL, 
	mime_type VARCHAR(128) NOT NULL, 
	size BIGINT NOT NULL, 
	content_hash VARCHAR(64) NOT NULL, 
	fingerprint VARCHAR(64) NOT NULL, 
	version INTEGER NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	error TEXT NOT NULL, 
	page_count INTEGER NOT NULL, 
	chunk_count INTEGER NOT NULL, 
	create_time DATETIME NOT NULL, 
	update_time DATETIME NOT NULL, 
	page_report JSON NOT NULL, 
	metadata JSON NOT NULL, 
	details JSON NOT NULL, 
	UNIQUE (collection, id)
);
INSERT INTO "documents" VALUES(1,'0f18f18c05fee0cc','5803902697046816567','tower.txt','tower','','text/plain',39,'cbad6a1c73b9f03318f4d28e31f728f35f72c659e5c181fb56d22b51d22654ab','f8e4ae4c369f7fe95a8e6e11b5c22bb0afe98d4ca505565bcf59da9ebfdefd5d',1,'active','',1,1,'2026-12-01 03:27:44.216377','2026-12-01 03:27:45.296045','[[1, "", "ok", ""]]','{}','{}');
INSERT INTO "documents" VALUES(2,'0f18f18c05fee0cc','2511490912898302191','harbour.txt','harbour','','text/plain',20,'70ee0f1772b4f9c72b3a94288a4401115fc2cceade8df507eb05f1a7e338a6ad','bc7bec949e47b68bfef09e8aab9d87d89b7d9b613206914bf89538d509f031f5',1,'active','',1,1,'2026-12-01 03:27:45.300019','2026-12-01 03:27:45.307774','[[1, "", "ok", ""]]','{}','{}');
CREATE TABLE engines (
	serial INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	project VARCHAR(128) NOT NULL, 
	location VARCHAR(128) NOT NULL, 
	id VARCHAR(128) NOT NULL, 
	display_name TEXT NOT NULL, 
	collection_ids JSON NOT NULL, 
	details JSON NOT NULL, 
	create_time DATETIME NOT NULL, 
	update_time DATETIME NOT NULL, 
	UNIQUE (project, location, id)
);
INSERT INTO "engines" VALUES(1,'local','global','all','All','["notes"]','{}','2026-12-01 03:27:45.309448','2026-12-01 03:27:45.309448');
CREATE TABLE journal (
	number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	owner VARCHAR(32) NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	collection VARCHAR(32) NOT NULL, 
	document VARCHAR(128) NOT NULL, 
	version INTEGER NOT NULL, 
	upload JSON NOT NULL
);
CREATE TABLE settings (
	name VARCHAR(64) NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "settings" VALUES('embedding_model','words');
INSERT INTO "settings" VALUES('index','1');
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('collections',1);
INSERT INTO "sqlite_sequence" VALUES('journal',2);
INSERT INTO "sqlite_sequence" VALUES('documents',2);
INSERT INTO "sqlite_sequence" VALUES('engines',1);
COMMIT;
