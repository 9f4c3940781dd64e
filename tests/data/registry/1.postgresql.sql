CREATE TABLE collections (
    serial bigint NOT NULL,
    key character varying(32) NOT NULL,
    project character varying(128) NOT NULL,
    location character varying(128) NOT NULL,
    id character varying(128) NOT NULL,
    display_name text NOT NULL,
    description text NOT NULL,
    details json NOT NULL,
    create_time timestamp with time zone NOT NULL,
    update_time timestamp with time zone NOT NULL
);
CREATE SEQUENCE collections_serial_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE collections_serial_seq OWNED BY collections.serial;
CREATE TABLE documents (
    serial bigint NOT NULL,
    collection character varying(32) NOT NULL,
    id character varying(128) NOT NULL,
    display_name text NOT NULL,
    title text NOT NULL,
    link text NOT NULL,
    mime_type character varying(128) NOT NULL,
    size bigint NOT NULL,
    content_hash character varying(64) NOT NULL,
    fingerprint character varying(64) NOT NULL,
    version integer NOT NULL,
    state character varying(16) NOT NULL,
    error text NOT NULL,
    page_count integer NOT NULL,
    chunk_count integer NOT NULL,
    create_time timestamp with time zone NOT NULL,
    update_time timestamp with time zone NOT NULL,
    page_report json NOT NULL,
    metadata json NOT NULL,
    details json NOT NULL
);
CREATE SEQUENCE documents_serial_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE documents_serial_seq OWNED BY documents.serial;
CREATE TABLE engines (
    serial bigint NOT NULL,
    project character varying(128) NOT NULL,
    location character varying(128) NOT NULL,
    id character varying(128) NOT NULL,
    display_name text NOT NULL,
    collection_ids json NOT NULL,
    details json NOT NULL,
    create_time timestamp with time zone NOT NULL,
    update_time timestamp with time zone NOT NULL
);
CREATE SEQUENCE engines_serial_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE engines_serial_seq OWNED BY engines.serial;
CREATE TABLE journal (
    number bigint NOT NULL,
    owner character varying(32) NOT NULL,
    kind character varying(8) NOT NULL,
    collection character varying(32) NOT NULL,
    document character varying(128) NOT NULL,
    version integer NOT NULL,
    upload json NOT NULL
);
CREATE SEQUENCE journal_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE journal_number_seq OWNED BY journal.number;
CREATE TABLE settings (
    name character varying(64) NOT NULL,
    value text NOT NULL
);
ALTER TABLE ONLY collections ALTER COLUMN serial SET DEFAULT nextval('collections_serial_seq'::regclass);
ALTER TABLE ONLY documents ALTER COLUMN serial SET DEFAULT nextval('documents_serial_seq'::regclass);
ALTER TABLE ONLY engines ALTER COLUMN serial SET DEFAULT nextval('engines_serial_seq'::regclass);
ALTER TABLE ONLY journal ALTER COLUMN number SET DEFAULT nextval('journal_number_seq'::regclass);
INSERT INTO collections VALUES (1, 'd892fdf62ecd2214', 'local', 'global', 'notes', 'Notes', 'Of the harbour', '{"a": 1}', '2026-12-01 03:27:47.871604+00', '2026-12-01 03:27:47.871604+00');
INSERT INTO documents VALUES (1, 'd892fdf62ecd2214', '5803902697046816567', 'tower.txt', 'tower', '', 'text/plain', 39, 'cbad6a1c73b9f03318f4d28e31f728f35f72c659e5c181fb56d22b51d22654ab', 'f8e4ae4c369f7fe95a8e6e11b5c22bb0afe98d4ca505565bcf59da9ebfdefd5d', 1, 'active', '', 1, 1, '2026-12-01 03:27:47.877842+00', '2026-12-01 03:27:48.870363+00', '[[1, "", "ok", ""]]', '{}', '{}');
INSERT INTO documents VALUES (2, 'd892fdf62ecd2214', '2511490912898302191', 'harbour.txt', 'harbour', '', 'text/plain', 20, '70ee0f1772b4f9c72b3a94288a4401115fc2cceade8df507eb05f1a7e338a6ad', 'bc7bec949e47b68bfef09e8aab9d87d89b7d9b613206914bf89538d509f031f5', 1, 'active', '', 1, 1, '2026-12-01 03:27:48.877735+00', '2026-12-01 03:27:48.897659+00', '[[1, "", "ok", ""]]', '{}', '{}');
INSERT INTO engines VALUES (1, 'local', 'global', 'all', 'All', '["notes"]', '{}', '2026-12-01 03:27:48.906033+00', '2026-12-01 03:27:48.906033+00');
INSERT INTO settings VALUES ('embedding_model', 'words');
INSERT INTO settings VALUES ('index', '1');
SELECT pg_catalog.setval('collections_serial_seq', 1, true);
SELECT pg_catalog.setval('documents_serial_seq', 2, true);
SELECT pg_catalog.setval('engines_serial_seq', 1, true);
SELECT pg_catalog.setval('journal_number_seq', 2, true);
ALTER TABLE ONLY collections
    ADD CONSTRAINT collections_key_key UNIQUE (key);
ALTER TABLE ONLY collections
    ADD CONSTRAINT collections_pkey PRIMARY KEY (serial);
ALTER TABLE ONLY collections
    ADD CONSTRAINT collections_project_location_id_key UNIQUE (project, location, id);
ALTER TABLE ONLY documents
    ADD CONSTRAINT documents_collection_id_key UNIQUE (collection, id);
ALTER TABLE ONLY documents
    ADD CONSTRAINT documents_pkey PRIMARY KEY (serial);
ALTER TABLE ONLY engines
    ADD CONSTRAINT engines_pkey PRIMARY KEY (serial);
ALTER TABLE ONLY engines
    ADD CONSTRAINT engines_project_location_id_key UNIQUE (project, location, id);
ALTER TABLE ONLY journal
    ADD CONSTRAINT journal_pkey PRIMARY KEY (number);
ALTER TABLE ONLY settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (name);
