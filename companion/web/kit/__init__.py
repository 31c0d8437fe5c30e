"""What all served pages share: who may come in, sockets and polling, cameras and microphones of pages, serving."""
