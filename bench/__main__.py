"""All measurements, one after another: ``python -m bench``."""

from bench import abstain, check_speed, ingest_memory, ingest_speed, runtime, search_speed, small_files

if __name__ == "__main__":
    check_speed.main()
    runtime.main()
    abstain.main()
    ingest_speed.main()
    ingest_memory.main()
    search_speed.main()
    small_files.main()
